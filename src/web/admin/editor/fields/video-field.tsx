import { formatPlayTime, type NoVideo, readVideoSource } from "#domain/page/video-source.ts";
import { TextField } from "#web/ui/text-field.tsx";

type VideoFieldProps = {
  label: string;
  value: string;
  /** A group of videos shows no others. */
  isYouTubeOnly: boolean;
  onChange: (address: string) => void;
};

const CURES: Readonly<Record<NoVideo, string>> = {
  playlist: "This is a playlist. Open one of its videos and copy its address",
  clip: "This is a clip. Open the whole video and copy its address, with &t=1m30s at its end to start there",
  channel: "This is a channel. Open one of its videos and copy its address",
  incomplete: "This address has no video in it. Open the video on YouTube and copy its address under Share",
  noAddress: "Please enter the whole address of the video, such as https://youtu.be/aqz-KE-bpKQ",
};

/** The address of a video, checked as it is typed. */
export function VideoField({ label, value, isYouTubeOnly, onChange }: VideoFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      value={value}
      {...describe(value, isYouTubeOnly)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function describe(value: string, isYouTubeOnly: boolean): { hint: string } | { error: string } {
  const video = readVideoSource(value);
  switch (video.kind) {
    case "none":
      return { hint: isYouTubeOnly ? "A video on YouTube" : "YouTube, or the address of a video file" };
    case "unplayable":
      return { error: CURES[video.reason] };
    case "youtube":
      return { hint: `A video on YouTube${video.start ? `, from ${formatPlayTime(video.start)}` : ""}` };
    case "file":
      return isYouTubeOnly ? { error: ONLY_YOUTUBE } : { hint: "A video file" };
    case "page":
      return isYouTubeOnly
        ? { error: ONLY_YOUTUBE }
        : { hint: `A page on ${video.site}. It can't be played here: readers get a link to it` };
  }
}

const ONLY_YOUTUBE = "This group shows only videos on YouTube. Use a Video block for this address";

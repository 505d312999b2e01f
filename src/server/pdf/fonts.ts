import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

type Face = { weight: number; style: "normal" | "italic"; localName: string; file: string };
type Family = { package: string; family: string; variableFamily: string; faces: Face[] };

// Static fonts: Chromium draws variable ones into the PDF as shapes, which are larger and hard for programs to read.
const FAMILIES: Family[] = [
  {
    package: "@expo-google-fonts/figtree",
    family: "Figtree",
    variableFamily: "Figtree Variable",
    faces: [
      face(400, "normal", "Figtree Regular", "400Regular/Figtree_400Regular.ttf"),
      face(400, "italic", "Figtree Italic", "400Regular_Italic/Figtree_400Regular_Italic.ttf"),
      face(500, "normal", "Figtree Medium", "500Medium/Figtree_500Medium.ttf"),
      face(600, "normal", "Figtree SemiBold", "600SemiBold/Figtree_600SemiBold.ttf"),
      face(700, "normal", "Figtree Bold", "700Bold/Figtree_700Bold.ttf"),
      face(700, "italic", "Figtree Bold Italic", "700Bold_Italic/Figtree_700Bold_Italic.ttf"),
    ],
  },
  {
    package: "@expo-google-fonts/source-serif-4",
    family: "Source Serif 4",
    variableFamily: "Source Serif 4 Variable",
    faces: [
      face(400, "normal", "Source Serif 4 Regular", "400Regular/SourceSerif4_400Regular.ttf"),
      face(400, "italic", "Source Serif 4 Italic", "400Regular_Italic/SourceSerif4_400Regular_Italic.ttf"),
      face(600, "normal", "Source Serif 4 SemiBold", "600SemiBold/SourceSerif4_600SemiBold.ttf"),
      face(700, "normal", "Source Serif 4 Bold", "700Bold/SourceSerif4_700Bold.ttf"),
    ],
  },
];

function face(weight: number, style: Face["style"], localName: string, file: string): Face {
  return { weight, style, localName, file };
}

function folderOf(family: Family): string {
  return dirname(createRequire(import.meta.url).resolve(`${family.package}/package.json`));
}

/** One file of each family, whose other files have glyphs for the same characters. */
export function ownFontFiles(): string[] {
  return FAMILIES.flatMap((family) =>
    family.faces.slice(0, 1).map(({ file }) => join(folderOf(family), file)),
  );
}

/**
 * Maps the screen's font families to our static fonts. On Linux Chromium finds them through our font configuration;
 * elsewhere they are embedded in the style sheet.
 */
export function printFontCss(platform: NodeJS.Platform = process.platform): string {
  return FAMILIES.flatMap((family) =>
    family.faces.map(({ weight, style, localName, file }) => {
      const source =
        platform === "linux"
          ? `local("${localName}")`
          : `url("data:font/ttf;base64,${readFileSync(join(folderOf(family), file)).toString("base64")}")`;
      return `@font-face{font-family:"${family.variableFamily}";font-weight:${weight};font-style:${style};src:${source}}`;
    }),
  ).join("\n");
}

export const SYSTEM_FOLDERS: readonly string[] = ["/usr/share/fonts", "/usr/local/share/fonts"];

/** A font configuration with our fonts first. The machine's fonts provide characters that ours lack. */
export function fontConfiguration(cacheFolder: string, systemFolders: readonly string[]): string {
  const folders = [...FAMILIES.map(folderOf), ...systemFolders];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${escapeXml(folder)}</dir>`).join("\n")}
<cachedir>${escapeXml(cacheFolder)}</cachedir>
<alias binding="strong"><family>sans-serif</family><prefer><family>Figtree</family></prefer></alias>
<alias binding="strong"><family>serif</family><prefer><family>Source Serif 4</family></prefer></alias>
<alias binding="strong"><family>system-ui</family><prefer><family>Figtree</family></prefer></alias>
</fontconfig>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

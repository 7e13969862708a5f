#!/usr/bin/env bash
# What the page says by itself, before its program runs or instead of it: every message in every language that has it,
# by the address, by the page's own language and by the browser's. Exit code 77: skipped, with a sentence why.
set -eu
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
command -v node >/dev/null || { echo "skipped: no node"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
web=$top/app/window/platform/web

# A page around a program that does nothing
printf '\0asm\1\0\0\0' > "$work/radixscope.wasm"
: > "$work/radixscope.js"
python3 "$web/pack.py" "$work" "$work" "$work/page.html" >/dev/null
cat > "$work/check.js" <<'END'
const fs = require('fs'), [page, pageJs, html] = process.argv.slice(2).map(file => fs.readFileSync(file, 'utf8'));
const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(each => each[1]);
const head = scripts.slice(0, scripts.findIndex(each => each.includes('var Say ='))  + 1).join('\n');
function sayIn(search, browser, change) {
  const run = new Function('location', 'navigator', head.replace(/^var About = .*$/m, line => change ? change(line) : line) +
                                                    '\nreturn [Say, About];');
  return run({hash: '', search}, {languages: browser, language: browser[0]});
}
function same(is, wanted, where) {
  if (is !== wanted) throw new Error(`${where}: '${is}' instead of '${wanted}'`);
}
const [, about] = sayIn('', ['en']);
let count = 0;
for (const code of about.languages)
  for (const name of Object.keys(about.said.en)) {
    const text = (about.said[code] || {})[name] || about.said.en[name];
    same(sayIn('?language=' + code, ['en'])[0](name, '$& x'), text.split('{why}').join('$& x'), code + ' ' + name);
    same(sayIn('', [code])[0](name, ''), text.replace('{why}', ''), 'browser in ' + code + ' ' + name);
    count += 1;
  }
for (const code of ['zh-Hans', 'ko'])
  for (const name of Object.keys(about.said.en))
    if (!about.said[code][name]) throw new Error(`${code} lacks ${name}`);
same(sayIn('', ['zh-CN'])[0]('ended'), about.said['zh-Hans'].ended, 'zh-CN');
same(sayIn('', ['fr', 'ko-KR'])[0]('ended'), about.said.ko.ended, 'fr, ko-KR');
same(sayIn('', ['fr'])[0]('ended'), about.said.en.ended, 'fr');
const [say] = sayIn('', ['fr']);
say.use('ko');
same(say('ended'), about.said.ko.ended, "the program's language");
for (const name of [...(pageJs + html).matchAll(/\bSay\('(\w+)'/g)].map(each => each[1]))
  if (!about.said.en[name]) throw new Error(`page.js says '${name}', which is no message`);
// What else would be told is English in every language
const bare = [...pageJs.matchAll(/(?:tell|postMessage|fail)\([^;]*'[A-Z][a-z]+ [^']+'/g)].map(each => each[0]);
if (bare.length) throw new Error('no message of the catalogue: ' + bare.join('\n'));
console.log(`${count} messages of the page itself, in ${about.languages.length} languages`);
END
node "$work/check.js" "$work/page.html" "$web/page.js" "$web/page.html"

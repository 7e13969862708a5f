// The page around the program: frames on demand, the address, the clipboard, files, what is kept between visits.
// What it measures of itself stands in Page.stats, for tests.
'use strict';
var Page = (function() {
  var home = '/home/web_user', settings = home + '/.config/radixscope', prefix = 'radixscope:';
  var stats = {frames: 0, first: 0, start: {}, keyToPicture: [], frameMs: [], downloads: []};
  var keyAt = 0, asked = false, timer = 0, due = 0, own = '', told = '', running = false;
  var byId = function(id) { return document.getElementById(id); };

  function reached(place) { stats.start[place] = performance.now(); }   // ms since the page was asked for

  function tell(sentence) {
    var status = byId('status');
    status.textContent = sentence;
    status.hidden = !sentence;
  }

  // ------------------------------------------------------------------------------------------- the program
  function text(pointer) { return UTF8ToString(pointer); }
  function withText(words, use) {
    var pointers = words.map(function(each) { return allocateUTF8(each); });
    try { return use.apply(null, pointers); } finally { pointers.forEach(function(each) { _free(each); }); }
  }
  function state() { return running ? text(Module.asm.radix_state()) : ''; }
  // Carries out a verb; returns "" or one sentence.
  function act(verb, argument) {
    if (!running) return Say('not_started');
    var said = withText([verb, argument || ''], function(v, a) { return text(Module.asm.radix_act(v, a)); });
    wake();
    return said;
  }

  // ------------------------------------------------------------------------------------------------ frames
  function wake() {
    if (timer) clearTimeout(timer), timer = 0;
    if (!asked && running) asked = true, requestAnimationFrame(draw);
  }
  function draw() {
    asked = false;
    var begin = performance.now(), rest;
    try {
      rest = Module.asm.radix_frame();
    } catch (error) {
      running = false;
      tell(Say('stopped_kept', error));
      throw error;
    }
    var end = performance.now();
    ++stats.frames;
    if (stats.frameMs.length < 10000) stats.frameMs.push(end - begin);
    if (!stats.first && rest >= 0) stats.first = end, tell('');
    if (keyAt) stats.keyToPicture.push(end - keyAt), keyAt = 0;
    if (rest < 0) {   // before the first picture it has said why
      running = false;
      return stats.first ? tell(Say('ended')) : undefined;
    }
    due = 0;
    if (Module.asm.radix_waiting()) return void setTimeout(function() { Module.asm.radix_work(); wake(); }, 20);
    if (rest < 0.02) return wake();
    due = end + rest * 1000;
    timer = setTimeout(wake, Math.min(rest * 1000, 2e9));
    remember();
  }
  // Seconds until a frame is drawn though nothing happens.
  function rest() { return asked || !due ? 0 : Math.max(0, due - performance.now()) / 1000; }
  function fit() {
    var ratio = window.devicePixelRatio || 1;
    Browser.setCanvasSize(Math.round(innerWidth * ratio), Math.round(innerHeight * ratio));
    wake();
  }

  // -------------------------------------------------------------------------------------- address and visits
  // In a frame of another page: figure, sentence and steps alone, and nothing is kept. ?bare=on or ?bare=off decides otherwise.
  var embedded = window.parent !== window, bare = /[?&]bare=(on|off)/.exec(location.search);
  bare = bare ? bare[1] === 'on' : embedded;
  function wished() {
    var words = location.hash.slice(1);
    try { words = decodeURIComponent(words); } catch (e) { return words; }
    return words.replace(/^language=[\w-]*&?|&language=[\w-]*$/, '').slice(0, 20000);
  }
  function stored(area, key, value) {
    if (embedded) return null;
    try {
      if (value === undefined) return area().getItem('radixscope/' + key);
      if (area().getItem('radixscope/' + key) !== value) area().setItem('radixscope/' + key, value);
    } catch (e) {}   // a private window may keep nothing
    return null;
  }
  var local = function() { return localStorage; }, session = function() { return sessionStorage; };
  // The address says what is shown, so that it can be sent to somebody; a step back in the browser leaves the page.
  function remember() {
    keep();
    document.documentElement.lang = text(Module.asm.radix_language());
    Say.use(document.documentElement.lang);
    tellPresenter();
    var now = state(), words = text(Module.asm.radix_words());
    if (byId('words').textContent !== words) byId('words').textContent = words;
    if (embedded && now !== told) window.parent.postMessage({radixscope: {state: told = now, words: words}}, '*');
    if (!now || now === own || now.length > 2000) return;
    own = now;
    try { history.replaceState(null, '', '#' + encodeURI(now)); } catch (e) {}
    stored(session, 'own', now);
  }
  function follow() {
    var words = wished(), language = /language=/.test(location.hash) && Say.wished();
    if (!running) return;
    if (language) act('language', language);
    if (words === own || language && !words) return;
    var said = act('state', words);
    if (!said) own = words;
  }
  function files() {
    try { return FS.readdir(settings).filter(function(name) { return !/^\.|\.part$/.test(name); }); } catch (e) { return []; }
  }
  function keep() {
    files().forEach(function(name) {
      try { stored(local, name, FS.readFile(settings + '/' + name, {encoding: 'utf8'})); } catch (e) {}   // a folder
    });
  }
  function leave() {
    if (running) Module.asm.radix_keep();
    keep();
  }
  function recall() {
    FS.mkdirTree(settings);
    if (embedded) return;
    try {
      Object.keys(localStorage).forEach(function(key) {
        if (key.indexOf('radixscope/') === 0) FS.writeFile(settings + '/' + key.slice(11), localStorage.getItem(key));
      });
    } catch (e) {}
  }

  // --------------------------------------------------------------------------------------------- languages
  // The texts of another language and the signs that they need lie beside the page in radixscope.LANGUAGE.js: a script,
  // as a page from a folder may load nothing else. It hands them to Page.language. Or they are in the page itself.
  var handed = {}, heardOf = {};   // by language: what was handed over, and 'coming', 'here' or 'absent'
  function language(file) { handed[file && file.code] = file; }
  function crcOf(bytes) { return crc(bytes) >>> 0; }
  // A catalogue as a .po file has it. The page knows the messages; the file has a head and their texts in the same order.
  function catalogueOf(bytes) {
    var read = new TextDecoder(), file = read.decode(bytes), end = file.indexOf('\n\n') + 2;
    var texts = file.slice(end).split('\n');
    return file.slice(0, end) + read.decode(unpacked(decoded(byId('messages').textContent))).split('\n\n').map(function(key, i) {
      return texts[i] ? key + '\nmsgstr ' + texts[i] + '\n' : '';
    }).join('\n');
  }
  // Puts them where the program reads them; false: they are damaged, or of another version of the page.
  function unpackLanguage(code) {
    var file = handed[code], places = {words: '/radixscope/assets/words/' + code + '.po',
                                       font: '/radixscope/assets/fonts/words-' + code + '.otf'};
    delete handed[code];
    try {
      if (file.catalogue !== About.catalogue || !file.words) return false;
      var parts = Object.keys(places).filter(function(name) { return file[name]; }).map(function(name) {
        var bytes = unpacked(decoded(file[name]));
        if (crcOf(bytes) !== file.sums[name]) throw new Error('not the bytes that were packed');
        return [places[name], name === 'words' ? catalogueOf(bytes) : bytes];
      });
      parts.forEach(function(part) { FS.writeFile(part[0], part[1]); });
      heardOf[code] = 'here';
      return true;
    } catch (error) {
      console.warn('radixscope.' + code + '.js: ' + error);
      return false;
    }
  }
  // What the program asks: 0 they are here, 1 they are coming, 2 they did not come (app/core/base/language_file.hpp).
  function languageFile(code) {
    if (heardOf[code] === 'here') return 0;
    if (heardOf[code] === 'absent') return delete heardOf[code], 2;
    if (handed[code]) return unpackLanguage(code) ? 0 : 2;
    if (running) loadLanguage(code);
    return 1;
  }
  function loadLanguage(code, then) {
    if (heardOf[code]) return;
    heardOf[code] = 'coming';
    var script = document.createElement('script');
    script.onload = script.onerror = function() {
      script.remove();
      if (!unpackLanguage(code)) heardOf[code] = 'absent';
      withText([code], Module.asm.radix_language_came);
      if (then) then();
      wake();
    };
    script.src = 'radixscope.' + encodeURIComponent(code) + '.js';
    document.head.appendChild(script);
  }

  // LZMA, as its specification decodes it (https://7-zip.org/sdk.html). A byte of lc, lp and pb, four of the size, the stream.
  function unpacked(bytes) {
    var lc = bytes[0] % 9, lp = (bytes[0] / 9 | 0) % 5, pb = bytes[0] / 45 | 0;
    var size = bytes[1] | bytes[2] << 8 | bytes[3] << 16 | bytes[4] << 24, out = new Uint8Array(size);
    var isMatch = 0, isRep = 192, isRep0 = 204, isRep1 = 216, isRep2 = 228, isRep0Long = 240, slots = 432, special = 688,
        align = 816, length = 832, repLength = 1346, literal = 1860;   // places of their probabilities
    var odds = new Uint16Array(literal + (0x300 << lc + lp)).fill(1024);
    var at = 10, now = new Uint32Array([bytes[6] << 24 | bytes[7] << 16 | bytes[8] << 8 | bytes[9], 0xffffffff]);   // code and range
    function bit(i) {
      var odd = odds[i], code = now[0], range = now[1], bound = Math.imul(range >>> 11, odd) >>> 0, one = 0;
      if (code < bound) {
        range = bound;
        odds[i] = odd + (2048 - odd >> 5);
      } else {
        range = range - bound >>> 0;
        code = code - bound >>> 0;
        odds[i] = odd - (odd >> 5);
        one = 1;
      }
      if (range < 0x1000000) range = range << 8 >>> 0, code = (code << 8 | bytes[at++]) >>> 0;
      now[0] = code;
      now[1] = range;
      return one;
    }
    function tree(base, bits) {
      for (var m = 1, i = bits; i > 0; --i) m = m << 1 | bit(base + m);
      return m - (1 << bits);
    }
    function reversed(base, bits) {
      for (var m = 1, sum = 0, i = 0; i < bits; ++i) {
        var one = bit(base + m);
        m = m << 1 | one;
        sum |= one << i;
      }
      return sum;
    }
    function run(base, place) {
      if (!bit(base)) return 2 + tree(base + 2 + (place << 3), 3);
      if (!bit(base + 1)) return 10 + tree(base + 130 + (place << 3), 3);
      return 18 + tree(base + 258, 8);
    }
    var state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0, to = 0;
    while (to < size) {
      if (at > bytes.length + 4) throw new Error('what is packed is cut off');
      var place = to & (1 << pb) - 1;
      if (!bit(isMatch + (state << 4) + place)) {
        var before = to ? out[to - 1] : 0, m = 1;
        var base = literal + 0x300 * (((to & (1 << lp) - 1) << lc) + (before >> 8 - lc));
        if (state >= 7) {
          var match = out[to - rep0 - 1];
          while (m < 256) {
            var wanted = match >> 7 & 1, one = bit(base + (1 + wanted << 8) + m);
            match <<= 1;
            m = m << 1 | one;
            if (wanted !== one) break;
          }
        }
        while (m < 256) m = m << 1 | bit(base + m);
        out[to++] = m;
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      var count;
      if (bit(isRep + state)) {
        if (!bit(isRep0 + state)) {
          if (!bit(isRep0Long + (state << 4) + place)) {
            state = state < 7 ? 9 : 11;
            out[to] = out[to - rep0 - 1];
            ++to;
            continue;
          }
        } else {
          var back = rep1;
          if (bit(isRep1 + state)) {
            back = rep2;
            if (bit(isRep2 + state)) back = rep3, rep3 = rep2;
            rep2 = rep1;
          }
          rep1 = rep0;
          rep0 = back;
        }
        count = run(repLength, place);
        state = state < 7 ? 8 : 11;
      } else {
        rep3 = rep2, rep2 = rep1, rep1 = rep0;
        count = run(length, place);
        state = state < 7 ? 7 : 10;
        var slot = tree(slots + (Math.min(count - 2, 3) << 6), 6);
        rep0 = slot;
        if (slot >= 4) {
          var bits = (slot >> 1) - 1;
          rep0 = (2 | slot & 1) << bits;
          if (slot < 14) {
            rep0 += reversed(special + rep0 - slot, bits);
          } else {
            for (var direct = 0, i = bits - 4; i > 0; --i) {
              now[1] >>>= 1;
              var high = now[0] >= now[1] ? 1 : 0;
              if (high) now[0] -= now[1];
              direct = direct << 1 | high;
              if (now[1] < 0x1000000) now[1] <<= 8, now[0] = now[0] << 8 | bytes[at++];
            }
            rep0 += (direct << 4) + reversed(align, 4);
          }
        }
      }
      if (rep0 >= to) throw new Error('what is packed is damaged');
      for (var end = Math.min(size, to + count); to < end; ++to) out[to] = out[to - rep0 - 1];
    }
    return out;
  }

  // ------------------------------------------------------------------------------------- the presenter's tab
  // The same file once more, with #presenter: it shows what this one tells it and sends its keys here. The two talk by
  // messages between an opened page and its opener, or, where the second tab was opened by hand, by a channel.
  var mark = 'presenter', tab = null, shownThere = '', channel = null, overChannel = false;
  function isPresenter() { return location.hash.slice(1) === mark || new RegExp('[?&]' + mark + '\\b').test(location.search); }
  function ofThisPage(event) { return location.protocol === 'file:' || event.origin === location.origin; }
  function openChannel(onMessage) {
    try {
      channel = new BroadcastChannel('radixscope');
      channel.onmessage = function(event) { onMessage(event.data); };
    } catch (e) {}   // then only a tab that this page opens
  }
  function openPresenter() {
    shownThere = '';
    try { tab = window.open(location.href.replace(/#.*$/, '') + '#' + mark, 'radixscope-' + mark); } catch (e) { tab = null; }
    return !!tab;
  }
  function closePresenter() {
    if (tab) tab.close();
    tab = null;
  }
  function tellPresenter() {
    if (!tab && !overChannel) return;
    if (tab && tab.closed) return tab = null, void act('presenter', 'off');
    var html = text(Module.asm.radix_presenter());
    if (html === shownThere) return;
    shownThere = html;
    if (tab) tab.postMessage({radixscopePage: html}, '*');
    if (overChannel) channel.postMessage({radixscopePage: html});
  }
  var presenterVerbs = ['next', 'back', 'next_stage', 'back_stage', 'next_pass', 'back_pass', 'first', 'last', 'play', 'blank',
                        'reasons', 'answer'];
  // It says hello every second, so that each of the two may be loaded again. `from`: its window, or null by the channel.
  function fromPresenter(data, from) {
    if (!running || !data || typeof data.radixscopeVerb != 'string') return;
    if (data.radixscopeVerb === 'bye') return void setTimeout(tellPresenter, 500);   // it is closed, or loaded again
    if (from) tab = from;
    else overChannel = true;
    if (data.radixscopeVerb === 'hello') shownThere = '';
    else if (presenterVerbs.indexOf(data.radixscopeVerb) >= 0) act(data.radixscopeVerb);
    tellPresenter();
  }

  // What the second tab is: no program, but what the first one tells.
  function presenterView() {
    var started = Date.now(), heard = started, shown = '';
    var keys = {ArrowRight: 'next', PageDown: 'next', ArrowLeft: 'back', PageUp: 'back', Home: 'first', End: 'last', ' ': 'play',
                b: 'blank', '.': 'blank', h: 'reasons', a: 'answer'};
    document.title = Say('presenter');
    document.body.className = mark;
    byId('canvas').remove();
    var page = document.createElement('div'), clock = document.createElement('p');
    clock.className = 'clock';
    document.body.append(clock, page);
    function send(verb) {
      if (window.opener && !window.opener.closed) window.opener.postMessage({radixscopeVerb: verb}, '*');
      else if (channel) channel.postMessage({radixscopeVerb: verb});
    }
    function onMessage(data) {
      if (!data || typeof data.radixscopePage != 'string') return;
      heard = Date.now();
      tell('');
      if (data.radixscopePage !== shown) page.innerHTML = shown = data.radixscopePage;
    }
    function two(number) { return (number < 10 ? '0' : '') + number; }
    function tick() {
      var now = new Date(), seconds = Math.floor((now - started) / 1000);
      clock.textContent = two(now.getHours()) + ':' + two(now.getMinutes()) + '   ' + Math.floor(seconds / 60) + ':' + two(seconds % 60);
      send('hello');
      if (now - heard > 3000 || window.opener && window.opener.closed) {
        var lost = page.querySelector('.lost');   // in the reader's language, as far as anything was heard
        tell(lost ? lost.textContent
                  : Say('no_window'));
      }
    }
    if (!window.opener) openChannel(onMessage);
    window.addEventListener('message', function(event) {
      if (event.source === window.opener && ofThisPage(event)) onMessage(event.data);
    });
    window.addEventListener('pagehide', function() { send('bye'); });
    window.addEventListener('keydown', function(event) {
      var name = (event.shiftKey || event.ctrlKey) && /^Arrow/.test(event.key)
                     ? {ArrowRight: event.ctrlKey ? 'next_pass' : 'next_stage', ArrowLeft: event.ctrlKey ? 'back_pass' : 'back_stage'}[event.key]
                     : !event.ctrlKey && !event.altKey && !event.metaKey && keys[event.key];
      if (!name) return;
      event.preventDefault();
      send(name);
    });
    window.addEventListener('click', function(event) { send(event.clientX < innerWidth / 3 ? 'back' : 'next'); });
    tell('');
    tick();
    setInterval(tick, 1000);
  }

  // ------------------------------------------------------------------------------------------------- files
  // A file that the program writes is a download; those of half a second are one ZIP, stored.
  var written = [], collecting = 0;
  function collect(path) {
    if (written.indexOf(path) < 0) written.push(path);
    clearTimeout(collecting);
    collecting = setTimeout(function() {
      var paths = written.splice(0);
      if (paths.length === 1) return hand(paths[0].replace(/^.*\//, ''), FS.readFile(paths[0]));
      var folder = paths[0].slice(home.length + 1).split('/');
      hand((folder.length > 1 ? folder[0] : 'radixscope') + '.zip', zip(paths.map(function(path) {
        return {name: path.slice(home.length + 1), bytes: FS.readFile(path)};
      })));
    }, 500);
  }
  function hand(name, bytes) {
    var link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    stats.downloads.push({name: name, bytes: bytes.length});
    setTimeout(function() { URL.revokeObjectURL(link.href); }, 10000);
  }
  function crc(bytes) {
    var rest = -1;
    for (var i = 0; i < bytes.length; ++i) {
      rest ^= bytes[i];
      for (var bit = 0; bit < 8; ++bit) rest = rest >>> 1 ^ (rest & 1 ? 0xedb88320 : 0);
    }
    return ~rest;
  }
  // https://pkware.cachefly.net/webdocs/APPNOTE/APPNOTE-6.3.9.TXT: 4.3.7, 4.3.12 and 4.3.16, without compression
  function zip(entries) {
    var parts = [], list = [], at = 0;
    function record(numbers) {   // [bytes, value] each, little end first
      var bytes = [];
      numbers.forEach(function(each) { for (var i = 0; i < each[0]; ++i) bytes.push(each[1] >>> 8 * i & 255); });
      return new Uint8Array(bytes);
    }
    entries.forEach(function(entry) {
      var name = new TextEncoder().encode(entry.name), size = entry.bytes.length;
      var facts = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crc(entry.bytes)], [4, size], [4, size], [2, name.length]];
      parts.push(record([[4, 0x04034b50]].concat(facts, [[2, 0]])), name, entry.bytes);
      list.push(record([[4, 0x02014b50], [2, 20]].concat(facts, [[2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]])), name);
      at += 30 + name.length + size;
    });
    var bytes = list.reduce(function(sum, each) { return sum + each.length; }, 0);
    parts = parts.concat(list, record([[4, 0x06054b50], [2, 0], [2, 0], [2, entries.length], [2, entries.length],
                                       [4, bytes], [4, at], [2, 0]]));
    var whole = new Uint8Array(at + bytes + 22), place = 0;
    parts.forEach(function(part) { whole.set(part, place); place += part.length; });
    return whole;
  }
  function watchWrites() {
    var rename = FS.rename;
    FS.rename = function(from, to) {
      rename(from, to);
      var path = PATH_FS.resolve(to);
      if (path.indexOf(home + '/') === 0 && path.indexOf(home + '/.') !== 0) collect(path);
    };
  }
  function pick() {
    var input = document.createElement('input');
    input.type = 'file';
    input.onchange = function() { take(input.files); };
    input.click();
  }
  function take(list) {
    GLFW.onDrop({dataTransfer: {files: list}, preventDefault: function() {}});
    setTimeout(wake, 100), setTimeout(wake, 400);
  }
  // The figure on paper: as the program writes it, in its colours for paper.
  function print() {
    var path = home + '/.print.svg', said = act('svg', path + ' print');
    if (said) return;
    var picture = byId('print');
    picture.onload = function() { window.print(); URL.revokeObjectURL(picture.src); };
    picture.src = URL.createObjectURL(new Blob([FS.readFile(path)], {type: 'image/svg+xml'}));
  }

  // ----------------------------------------------------------------------------------------------- workers
  // This program once more, in a worker that a page from a folder may have, too: its script is in this page. What it
  // prints goes to the program here, which takes it for another program's output.
  var compiled = null, workers = {}, lastWorker = 0;
  function inWorker(words) {
    self.Module = {
      arguments: words,
      noExitRuntime: false,
      print: function(line) { postMessage({line: line}); },
      printErr: function(line) { postMessage({error: line}); },
      quit: function(code) { postMessage({code: code}); },
      onAbort: function(why) { postMessage({stopped: String(why)}); postMessage({code: 1}); },
      instantiateWasm: function(imports, done) {
        self.onmessage = function(event) {
          WebAssembly.instantiate(event.data, imports).then(function(instance) { done(instance); });
        };
        return {};
      }
    };
  }
  // What this program does beside itself: a worker begins with its memory, does one piece of work and tells how far it is.
  // Files that it writes come back, too.
  function apartInWorker(home) {
    self.Module = {
      noInitialRun: true,
      noExitRuntime: true,
      printErr: function(line) { console.warn(line); },
      onAbort: function(why) { postMessage({stopped: String(why)}); },
      instantiateWasm: function(imports, done) {
        self.onmessage = function(event) {
          self.begun = event.data;
          WebAssembly.instantiate(event.data.module, imports).then(function(instance) { done(instance); });
        };
        return {};
      },
      preRun: [function() {
        FS.mkdirTree(home);
        FS.chdir(home);
        var rename = FS.rename;
        FS.rename = function(from, to) {
          rename(from, to);
          var path = PATH_FS.resolve(to), bytes = FS.readFile(path);
          if (path.indexOf(home + '/.') !== 0) postMessage({file: path, bytes: bytes}, [bytes.buffer]);
        };
      }],
      postRun: [function() {
        var memory = new Uint8Array(begun.memory);
        if (memory.length > HEAPU8.length) _emscripten_resize_heap(memory.length);
        HEAPU8.set(memory);
        begun = null;
        try {
          Module.asm.radix_run_apart();
          postMessage({refusal: ''});
        } catch (error) {
          postMessage({stopped: String(error)});
        }
      }]
    };
  }
  function startApart() {
    var number = newWorker(apartInWorker, home, function() {
      var memory = HEAPU8.slice().buffer;
      return [{module: compiled, memory: memory}, [memory]];
    }, function(data) {
      if (data.told !== undefined) {
        var told = _malloc(data.told.length || 1);
        HEAPU8.set(data.told, told);
        Module.asm.radix_told(number, told, data.told.length);
        _free(told);
      }
      if (data.file !== undefined) {
        FS.mkdirTree(data.file.replace(/\/[^\/]*$/, ''));
        FS.writeFile(data.file, data.bytes);
        collect(data.file);
      }
      if (data.stopped !== undefined) data.refusal = Say('work_stopped', data.stopped);
      if (data.refusal === undefined) return;
      withText([data.refusal], function(pointer) { Module.asm.radix_apart_ended(number, pointer); });
      endWorker(number);
    }, function(words) {
      withText([words], function(pointer) { Module.asm.radix_apart_ended(number, pointer); });
    });
    return number;
  }
  function startWorker(words) {
    function toProgram(words, error, code) {
      withText([words], function(pointer) { Module.asm.radix_heard(number, pointer, error, code); });
    }
    var number = newWorker(inWorker, words.split('\n'), function() { return [compiled, []]; }, function(data) {
      if (data.line !== undefined) toProgram(data.line, 0, -1);
      if (data.error !== undefined) toProgram(data.error, 1, -1);
      if (data.stopped !== undefined) toProgram(Say('worker_stopped', data.stopped), 1, -1);
      if (data.code !== undefined) toProgram('', 0, data.code), endWorker(number);
    }, function(words) { toProgram(words, 1, -1), toProgram('', 0, 1); });
    return number;
  }
  // A worker that runs `begin` with `given` and then the program's script. Its number, or 0: there are none here.
  function newWorker(begin, given, first, onMessage, fail) {
    try {
      var script = ['(' + begin + ')(' + JSON.stringify(given) + ');\n', byId('program').textContent];
      var address = URL.createObjectURL(new Blob(script, {type: 'text/javascript'}));
      var worker = new Worker(address), message = first();
      worker.postMessage(message[0], message[1]);
    } catch (error) {
      return 0;
    }
    var number = ++lastWorker;
    workers[number] = worker;
    worker.onmessage = function(event) {
      URL.revokeObjectURL(address);
      if (!workers[number]) return;
      onMessage(event.data);
      wake();
    };
    worker.onerror = function(event) {
      if (!workers[number]) return;
      fail(event.message || Say('no_worker'));
      endWorker(number);
      wake();
    };
    return number;
  }
  function endWorker(number) {
    if (workers[number]) workers[number].terminate();
    delete workers[number];
  }

  // ----------------------------------------------------------------------------------------------- fingers
  // A tap is a click; a quick swipe to the side is a step; a quick one up or down turns the wheel; a finger that rests
  // first drags; two fingers zoom.
  var least = 12, swiped = 50, quick = 250, finger = null, spread = 0;
  function mouse(kind, at, more) {
    var event = {bubbles: true, cancelable: true, clientX: at.clientX, clientY: at.clientY, button: 0};
    var made = kind === 'wheel' ? new WheelEvent(kind, Object.assign(event, more)) : new MouseEvent(kind, event);
    byId('canvas').dispatchEvent(made);
  }
  function tap(at) {   // each is seen by a frame of its own
    ['mousemove', 'mousedown', 'mouseup'].forEach(function(kind, i) { setTimeout(function() { mouse(kind, at); }, 50 * i); });
  }
  function apart(touches) {
    return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  }
  function touched(event) {
    if (event.target !== byId('canvas')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wake();
    var touches = event.touches, at = event.changedTouches[0];
    if (event.type === 'touchstart') {
      if (touches.length === 2) finger = null, spread = apart(touches);
      if (touches.length === 1) finger = {from: at, last: at, since: event.timeStamp, way: ''};
    } else if (event.type === 'touchmove') {
      if (touches.length === 2 && spread) {
        var now = apart(touches);
        if (now > spread * 1.15) spread = now, act('zoom_in');
        if (now < spread / 1.15) spread = now, act('zoom_out');
      }
      if (!finger || touches.length > 1) return;
      var dx = at.clientX - finger.from.clientX, dy = at.clientY - finger.from.clientY;
      if (!finger.way && Math.hypot(dx, dy) > least) {
        finger.way = event.timeStamp - finger.since > quick ? 'drag' : Math.abs(dx) > Math.abs(dy) ? 'swipe' : 'wheel';
        if (finger.way !== 'swipe') mouse('mousemove', finger.from);
        if (finger.way === 'drag') mouse('mousedown', finger.from);
      }
      if (finger.way === 'drag') mouse('mousemove', at);
      if (finger.way === 'wheel') mouse('wheel', at, {deltaY: finger.last.clientY - at.clientY, deltaMode: 0});
      finger.last = at;
    } else {
      spread = touches.length === 2 ? spread : 0;
      if (!finger) return;
      var moved = at.clientX - finger.from.clientX;
      if (finger.way === 'drag') mouse('mouseup', at);
      else if (event.type === 'touchend' && !finger.way) tap(at);
      else if (finger.way === 'swipe' && Math.abs(moved) > swiped) act(moved < 0 ? 'next' : 'back');
      finger = null;
    }
  }

  // --------------------------------------------------------------------------------------------- messages
  // Of the page in whose frame this one stands: {radixscope: {id, state}} shows a state, {radixscope: {id, verb, argument}}
  // carries out one of these verbs, {radixscope: {id}} only asks. The answer has the id, what is wrong or '', and the state.
  var verbs = ['seek', 'next', 'back', 'next_stage', 'back_stage', 'first', 'last', 'play', 'figure', 'pin', 'theme'];
  function answer(event) {
    var wish = event.data && event.data.radixscope;
    if (!wish || event.source !== window.parent || 'refused' in wish) return;
    var verb = wish.state !== undefined ? 'state' : wish.verb;
    var said = !verb ? '' : verb !== 'state' && verbs.indexOf(verb) < 0
        ? 'A message may ask for ' + verbs.join(', ') + ' or a state.'
        : act(verb, String(verb === 'state' ? wish.state : wish.argument || ''));
    setTimeout(function() {
      event.source.postMessage({radixscope: {id: wish.id, refused: said, state: state()}}, '*');
    }, 0);
  }

  // ----------------------------------------------------------------------------------------------- events
  function listen() {
    ['keydown', 'keypress', 'keyup', 'mousemove', 'mousedown', 'mouseup', 'mouseleave', 'wheel', 'blur', 'focus', 'paste',
     'drop', 'dragover'].forEach(function(kind) {
      window.addEventListener(kind, wake, {capture: true, passive: true});
    });
    ['touchstart', 'touchmove', 'touchend', 'touchcancel'].forEach(function(kind) {
      window.addEventListener(kind, touched, {capture: true, passive: false});
    });
    window.addEventListener('keydown', function(event) {
      keyAt = performance.now();
      var letter = event.key.toLowerCase(), control = event.ctrlKey || event.metaKey;
      if (control && letter === 'p') return event.preventDefault(), event.stopImmediatePropagation(), print();
      if (control ? 'cvx'.indexOf(letter) < 0
                  : event.altKey || /^(f\d+|arrow|page|home|end|tab|backspace)/.test(letter) && letter !== 'f5' && letter !== 'f12')
        event.preventDefault();
    }, true);
    // The letter has been read by then; a browser's own search would open with some
    window.addEventListener('keypress', function(event) { if (event.target === byId('canvas')) event.preventDefault(); });
    window.addEventListener('paste', function(event) { Pasteboard.text = event.clipboardData.getData('text'); }, true);
    window.addEventListener('resize', fit);
    window.addEventListener('hashchange', follow);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('message', answer);
    if (!embedded) {
      window.addEventListener('message', function(event) { if (ofThisPage(event)) fromPresenter(event.data, event.source); });
      openChannel(function(data) { fromPresenter(data, null); });
    }
    window.addEventListener('keydown', function(event) {   // the browser's own way back would leave the page
      if (event.altKey && /^Arrow(Left|Right)$/.test(event.key)) event.preventDefault();
    });
    byId('canvas').addEventListener('contextmenu', function(event) { event.preventDefault(); });
  }

  function decoded(base64) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);   // since 2024 and 2025; ten times as fast
    var packed = atob(base64), bytes = new Uint8Array(packed.length);
    for (var i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
    return bytes;
  }

  function start() {
    var canvas = byId('canvas');
    byId('print').alt = Say('picture');
    canvas.setAttribute('aria-label', Say('keys'));
    if (isPresenter()) {
      presenterView();
      return {instantiateWasm: function() { return {}; }};   // the program is not started
    }
    if (typeof WebAssembly != 'object' || typeof WebGL2RenderingContext == 'undefined')
      return tell(Say('no_webgl'));
    var ratio = window.devicePixelRatio || 1, first = wished();
    var given = first && first !== stored(session, 'own') ? ['--state', first] : [];
    if (given.length) own = first;
    var language = Say.wished(), known = About.languages.indexOf(language) >= 0;
    var inLanguage = known ? ['--language', language] : [];
    reached('script');
    return {
      canvas: canvas,
      instantiateWasm: function(imports, done) {
        setTimeout(function() {   // the sentence that it starts is painted first
          var bytes = unpacked(decoded(byId('module').textContent));
          byId('module').remove();
          reached('unpacked');
          WebAssembly.instantiate(bytes, imports).then(function(made) {
            reached('compiled');
            compiled = made.module;
            done(made.instance);
          }, function(error) { tell(Say('not_startable', error)); });
        }, 0);
        return {};
      },
      noExitRuntime: true,
      arguments: ['--width', String(Math.max(640, Math.round(innerWidth * ratio))),
                  '--height', String(Math.max(400, Math.round(innerHeight * ratio)))].concat(given, inLanguage),
      print: function(words) { console.log(words); },
      printErr: function(words) {
        console.warn(words);
        if (!stats.frames) tell(words.replace(/^radixscope: /, ''));
      },
      preRun: [function() {
        ENV.HOME = home;
        ENV.LANG = Say.readers();
        ENV.RADIXSCOPE_TIME_PROGRAM = 'worker';
        recall();
        FS.chdir(home);
        watchWrites();
      }],
      postRun: [function() {
        reached('recorded');
        running = true;
        listen();
        var wanted = text(Module.asm.radix_wanted_language());
        if (wanted !== text(Module.asm.radix_language())) {   // what is wrong with the address is said in that one, too
          var wrong = given.length && state() !== first && act('state', first);
          loadLanguage(wanted, wrong && function() { act('state', first); });
        }
        if (language && !known) act('language', language);   // its refusal names those that there are
        if (bare) act('bare', 'on');
        if (innerHeight > innerWidth || innerHeight < 500) {   // held in a hand: the figure first
          var refused = given.length && act('state', own);
          act('side', 'off');
          if (refused) act('state', own);   // its sentence stays
        }
        fit();
        if (!embedded) canvas.focus();   // else the page around it keeps the keys until a click
      }],
      onAbort: function(why) { tell(Say('stopped', why)); }
    };
  }
  return {stats: stats, start: start, act: act, state: state, pick: pick, print: print, take: take, rest: rest,
          openPresenter: openPresenter, closePresenter: closePresenter, presents: function() { return !!tab; },
          language: language, languageFile: languageFile, startWorker: startWorker, startApart: startApart,
          workers: function() { return Object.keys(workers).length; }, endWorker: endWorker};
})();
var Module = Page.start();

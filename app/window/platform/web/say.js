// The reader's language, and what the page says in it by itself: before its program runs, and where it does not.
'use strict';
var Say = (function() {
  var chosen = '';
  // #language=ko, before or behind a state, or ?language=ko: for this visit.
  function wished() {
    var found = /[#&]language=([\w-]+)/.exec(location.hash) || /[?&]language=([\w-]+)/.exec(location.search);
    return found ? found[1] : '';
  }
  // As the environment says it: the page's own language, or the first of the browser's that there is.
  function readers() {
    if (About.language !== 'en') return About.language;
    return (navigator.languages || [navigator.language]).find(function(each) {
      return About.languages.some(function(code) { return code.split('-')[0] === each.split('-')[0]; });
    }) || 'en';
  }
  // What of About.said that language is: zh-CN, say, is zh-Hans there.
  function named(language) {
    var known = function(code) { return About.languages.indexOf(code) >= 0; };
    if (known(language)) return language;
    if (/^zh/.test(language)) return /Hant|TW|HK|MO/i.test(language) && known('zh-Hant') ? 'zh-Hant' : 'zh-Hans';
    return language.split('-')[0];
  }
  // The message window.page_NAME (assets/words); `why` fills its slot.
  function say(name, why) {
    var said = About.said[named(chosen || wished() || readers())] || {};
    return (said[name] || About.said.en[name]).replace('{why}', function() { return why; });
  }
  say.wished = wished;
  say.readers = readers;
  say.use = function(language) { chosen = language; };   // the program's
  return say;
})();

// In node the program sees the computer's files; the page's own stay under /radixscope.
if (typeof process == 'object' && typeof require == 'function') {
  (Module['preRun'] = Module['preRun'] || []).push(function() {
    if (typeof FS != 'object' || typeof ENV != 'object') return;   // a program that asks for neither
    require('fs').readdirSync('/').forEach(function(name) {
      if (['dev', 'proc', 'sys', 'radixscope'].indexOf(name) >= 0) return;
      try { FS.mkdir('/' + name); } catch (e) {}
      try { FS.mount(NODEFS, {root: '/' + name}, '/' + name); } catch (e) {}
    });
    ['HOME', 'RADIXSCOPE_DATA', 'RADIXSCOPE_THOROUGH', 'XDG_CONFIG_HOME'].forEach(function(name) {
      if (process.env[name]) ENV[name] = process.env[name];
    });
    FS.chdir(process.cwd());
  });
}

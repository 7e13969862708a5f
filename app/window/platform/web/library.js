// What the program calls in the page, linked into radixscope.js: the display, the clipboard, full screen, files.
mergeInto(LibraryManager.library, {
  radix_pixel_ratio: function() { return window.devicePixelRatio || 1; },
  radix_page_size: function(width, height) {
    HEAP32[width >> 2] = Math.round(window.innerWidth * (window.devicePixelRatio || 1));
    HEAP32[height >> 2] = Math.round(window.innerHeight * (window.devicePixelRatio || 1));
  },
  radix_open_presenter: function() { return Page.openPresenter() ? 1 : 0; },
  radix_close_presenter: function() { Page.closePresenter(); },
  radix_pick_file: function() { Page.pick(); },
  radix_language_file: function(code) { return typeof Page == 'object' ? Page.languageFile(UTF8ToString(code)) : 0; },
  radix_start_worker: function(words) { return typeof Page == 'object' ? Page.startWorker(UTF8ToString(words)) : 0; },
  radix_start_apart: function() { return typeof Page == 'object' ? Page.startApart() : 0; },
  radix_tell_home: function(bytes, count) {
    var told = HEAPU8.slice(bytes, bytes + count);
    postMessage({told: told}, [told.buffer]);
  },
  radix_end_worker: function(worker) { Page.endWorker(worker); },

  glfwGetKeyName: function(key, scancode) { return 0; },   // a browser's key codes follow the layout already
  glfwSetWindowMonitor: function(window, monitor) {
    if (monitor) document.documentElement.requestFullscreen().catch(function() {});
    else if (document.fullscreenElement) document.exitFullscreen();
  },
  glfwGetVideoMode: function() {
    if (!GLFW.radixMode) GLFW.radixMode = _malloc(24);
    var at = GLFW.radixMode >> 2, ratio = window.devicePixelRatio || 1;
    HEAP32[at] = screen.width * ratio;
    HEAP32[at + 1] = screen.height * ratio;
    HEAP32[at + 2] = HEAP32[at + 3] = HEAP32[at + 4] = 8;
    HEAP32[at + 5] = 60;
    return GLFW.radixMode;
  },
  glfwSwapInterval: function() {},
  glfwSetClipboardString__deps: ['$Pasteboard'],
  glfwSetClipboardString: function(window, text) { Pasteboard.copy(UTF8ToString(text)); },
  glfwGetClipboardString__deps: ['$Pasteboard'],
  glfwGetClipboardString: function(window) {
    if (Pasteboard.pointer) _free(Pasteboard.pointer);
    Pasteboard.pointer = allocateUTF8(Pasteboard.text);
    return Pasteboard.pointer;
  },
  $Pasteboard: {
    text: '', pointer: 0,
    copy: function(text) {
      Pasteboard.text = text;
      if (navigator.clipboard) navigator.clipboard.writeText(text).catch(function() {});
    }
  },
});

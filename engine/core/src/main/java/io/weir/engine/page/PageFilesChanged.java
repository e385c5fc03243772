package io.weir.engine.page;

import java.io.IOException;

/** Page files are not as an orderly stop left them; what they hold has to be rebuilt. */
public final class PageFilesChanged extends IOException {

  private static final long serialVersionUID = 1L;

  PageFilesChanged(String what) {
    super(what);
  }
}

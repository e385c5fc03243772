package io.weir.engine.page.extent;

import java.io.IOException;

/** PageHandle files are not as an orderly stop left them; what they hold has to be rebuilt. */
public final class PageFilesChanged extends IOException {

  private static final long serialVersionUID = 1L;

  PageFilesChanged(String what) {
    super(what);
  }
}

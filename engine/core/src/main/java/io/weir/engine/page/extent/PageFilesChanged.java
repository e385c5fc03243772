package io.weir.engine.page.extent;

import java.io.IOException;

/** Thrown if page files are not those of the checkpoint. Their content must be rebuilt. */
public final class PageFilesChanged extends IOException {

  private static final long serialVersionUID = 1L;

  PageFilesChanged(String what) {
    super(what);
  }
}

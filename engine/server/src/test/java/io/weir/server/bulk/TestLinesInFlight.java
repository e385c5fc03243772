package io.weir.server.bulk;

import io.weir.server.request.UploadWindows;
import java.util.concurrent.atomic.LongAdder;

/** Memory for the uploads of a test. */
final class TestLinesInFlight {

  private TestLinesInFlight() {}

  /** Returns the lines in flight of an upload that shares its memory with no other. */
  static LinesInFlight alone() {
    return new LinesInFlight(new UploadWindows(UploadWindows.WINDOW_BYTES, new LongAdder())::share);
  }
}

package io.weir.server.bulk;

import io.weir.server.request.UploadWindows;
import java.util.concurrent.atomic.LongAdder;

/** What uploads of a test may hold. */
final class TestLinesInFlight {

  private TestLinesInFlight() {}

  /** Of an upload that shares its room with none. */
  static LinesInFlight alone() {
    return new LinesInFlight(new UploadWindows(UploadWindows.WINDOW_BYTES, new LongAdder())::share);
  }
}

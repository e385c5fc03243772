package io.weir.server.bulk;

import io.weir.server.request.UploadRoom;
import java.util.concurrent.atomic.LongAdder;

/** What uploads of a test may hold. */
final class TestIntake {

  private TestIntake() {}

  /** Of an upload that shares its room with none. */
  static Intake alone() {
    return new Intake(new UploadRoom(UploadRoom.WINDOW_BYTES, new LongAdder())::share);
  }
}

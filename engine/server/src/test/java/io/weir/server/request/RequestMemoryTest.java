package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The memory that requests may hold together, from both sides of the limit. */
final class RequestMemoryTest {

  private static final long UPLOAD = RequestMemory.UPLOAD_BYTES;

  @Test
  void memoryTakenAfterTheEndOfARequestIsNotCounted() {
    var memory = new RequestMemory(4);
    var share = memory.share();
    share.grow(4);
    assertBusy(memory::requireRoom);

    share.release();
    share.hold(4);

    assertThatCode(memory::requireRoom).doesNotThrowAnyException();
  }

  @Test
  void uploadsTogetherHoldAtMostAQuarter() {
    var memory = new RequestMemory(8 * UPLOAD);
    var first = memory.share();
    var other = memory.share();
    first.holdUpload();
    memory.share().holdUpload();
    var third = memory.share();

    assertBusy(third::holdUpload);
    other.grow(6 * UPLOAD);
    assertBusy(() -> other.grow(1));
    other.release();
    first.release();

    assertThatCode(third::holdUpload).doesNotThrowAnyException();
  }

  @Test
  void pipelinesTogetherHoldAtMostHalfOfThatQuarter() {
    var memory = new RequestMemory(16 * UPLOAD);
    var first = memory.share();
    first.holdPipeline();
    memory.share().holdPipeline();
    var third = memory.share();

    assertBusy(third::holdPipeline);
    memory.share().holdUpload();
    var last = memory.share();
    last.holdUpload();
    assertBusy(() -> memory.share().holdUpload());
    first.release();
    assertThatCode(third::holdPipeline).doesNotThrowAnyException();
    third.release();
    memory.share().holdUpload();

    assertBusy(third::holdPipeline);
  }

  @Test
  void valuesTogetherHoldAtMostAQuarter() {
    var memory = new RequestMemory(8 * RequestMemory.VALUE_BYTES);
    var first = memory.share();
    first.holdValue(-1);
    memory.share().holdValue(Long.MAX_VALUE);
    var third = memory.share();

    assertBusy(() -> third.holdValue(1));
    assertThatCode(() -> memory.share().holdUpload()).doesNotThrowAnyException();
    first.release();
    assertThatCode(() -> third.holdValue(-1)).doesNotThrowAnyException();
  }

  @Test
  void aShortValueHoldsLess() {
    var ofOne = UploadWindows.FREE_BYTES + 3 * 1_000;
    var memory = new RequestMemory(4 * 10 * ofOne);
    for (var i = 0; i < 10; i++) {
      memory.share().holdValue(1_000);
    }

    assertBusy(() -> memory.share().holdValue(0));
  }

  @Test
  void oneValueFitsHoweverSmallTheLimitIs() {
    var memory = new RequestMemory(4);
    var only = memory.share();
    only.holdValue(-1);

    assertBusy(() -> memory.share().holdValue(0));
    only.release();
    assertThatCode(() -> memory.share().holdValue(0)).doesNotThrowAnyException();
  }

  @Test
  void onePipelineFitsHoweverSmallTheLimitIs() {
    var memory = new RequestMemory(4);
    var only = memory.share();
    only.holdPipeline();

    assertBusy(() -> memory.share().holdPipeline());
    only.release();
    assertThatCode(() -> memory.share().holdPipeline()).doesNotThrowAnyException();
  }

  @Test
  void aRefusedUploadHoldsNoMemory() {
    var memory = new RequestMemory(8 * UPLOAD);
    var other = memory.share();
    other.grow(7 * UPLOAD + 1);
    var refused = memory.share();
    assertBusy(refused::holdUpload);

    refused.release();
    other.grow(UPLOAD - 1);
    assertBusy(memory::requireRoom);
    other.release();
    memory.share().holdUpload();
    assertThatCode(() -> memory.share().holdUpload()).doesNotThrowAnyException();
  }

  /** Otherwise a small limit would refuse every upload. */
  @Test
  void oneUploadFitsHoweverSmallTheLimitIs() {
    var memory = new RequestMemory(4);
    memory.share().holdUpload();

    assertThatCode(memory::requireRoom).doesNotThrowAnyException();
    assertBusy(() -> memory.share().holdUpload());
  }

  @Test
  void windowsCountAndAreReturnedAtTheEndOfTheirUpload() {
    var memory = new RequestMemory(4 * UploadWindows.WINDOW_BYTES);
    var upload = memory.share();
    upload.holdUpload();
    assertThat(upload.window(() -> {}).admits(UploadWindows.FREE_BYTES + 1, 0)).isTrue();
    var other = memory.share();
    assertBusy(() -> other.grow(3 * UploadWindows.WINDOW_BYTES));
    other.release();
    var next = memory.share();
    next.holdUpload();
    assertThat(next.window(() -> {}).admits(UploadWindows.FREE_BYTES + 1, 0)).isFalse();

    upload.release();
    next.release();

    var last = memory.share();
    assertThat(last.window(() -> {}).admits(UploadWindows.FREE_BYTES + 1, 0)).isTrue();
    assertThatCode(() -> last.grow(3 * UploadWindows.WINDOW_BYTES)).doesNotThrowAnyException();
  }

  private static void assertBusy(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ServiceBusyException.class);
  }
}

package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Endless uploads to services that answer when the test says so. They stay within their memory. */
final class LinesInFlightTest {

  private static final int CHUNK_BYTES = 16 * 1024;

  private static final int LINE_BYTES = 6000;

  /**
   * A chunk read when there was room, another when there was not, and the bytes of an incomplete
   * line.
   */
  private static final long SLACK_BYTES = 2 * CHUNK_BYTES + 2 * LINE_BYTES;

  /** Has one window. */
  private final RequestMemory memory = new RequestMemory(4 * UploadWindows.WINDOW_BYTES);

  @Test
  void aSingleUploadTakesAWindow() {
    var upload = new Upload(LINE_BYTES);

    upload.send();

    assertThat(upload.heldBytes)
        .isBetween(
            UploadWindows.WINDOW_BYTES - SLACK_BYTES, UploadWindows.WINDOW_BYTES + SLACK_BYTES);
  }

  @Test
  void aSecondUploadTakesTheFreePart() {
    new Upload(LINE_BYTES).send();
    var second = new Upload(LINE_BYTES);

    second.send();

    assertThat(second.heldBytes)
        .isBetween(UploadWindows.FREE_BYTES - SLACK_BYTES, UploadWindows.FREE_BYTES + SLACK_BYTES);
  }

  @Test
  void anUploadWithoutAWindowContinuesAsLinesAreAnswered() {
    new Upload(LINE_BYTES).send();
    var second = new Upload(LINE_BYTES);
    second.send();
    var before = second.chunks;

    second.answer(second.unanswered.size());
    second.send();

    assertThat(second.chunks).isGreaterThan(before);
    assertThat(second.heldBytes).isLessThan(UploadWindows.FREE_BYTES + SLACK_BYTES);
  }

  @Test
  void aReturnedWindowGoesToTheWaitingUpload() {
    var first = new Upload(LINE_BYTES);
    first.send();
    var second = new Upload(LINE_BYTES);
    second.send();

    first.answer(first.unanswered.size());
    second.send();
    first.send();

    assertThat(second.heldBytes).isGreaterThan(UploadWindows.WINDOW_BYTES - SLACK_BYTES);
    assertThat(first.heldBytes).isLessThan(UploadWindows.FREE_BYTES + SLACK_BYTES);
  }

  /** Nothing else counts an incomplete line, so an upload without a window waits. */
  @Test
  void anIncompleteLineCounts() {
    new Upload(LINE_BYTES).send();
    var second = new Upload(2 << 20);

    second.send();

    assertThat(second.unanswered).isEmpty();
    assertThat(second.chunks * (long) CHUNK_BYTES)
        .isBetween(UploadWindows.FREE_BYTES / 2, UploadWindows.FREE_BYTES + CHUNK_BYTES);
  }

  @Test
  void tinyLinesAreLimitedByTheirNumber() {
    var upload = new Upload(50);

    upload.send();

    assertThat(upload.unanswered).hasSize(LinesInFlight.LINES);
    upload.answer(10);
    upload.send();
    assertThat(upload.unanswered).hasSize(LinesInFlight.LINES);
  }

  /** A chunk of takes of messages may ask for a hundred times its own size, and more. */
  @Test
  void aFewBytesOfHeavyLinesAreLimitedByTheirWeight() {
    var upload = new Upload(20, 1 << 20);

    upload.send();

    assertThat(upload.heldBytes)
        .isBetween(UploadWindows.WINDOW_BYTES - (1 << 20), UploadWindows.WINDOW_BYTES + (1 << 20));
    upload.answer(3);
    assertThat(upload.heldBytes)
        .as("further lines of the chunk are handed over when there is room")
        .isGreaterThan(UploadWindows.WINDOW_BYTES - (1 << 20));
  }

  @Test
  void heavyLinesWithoutAWindowAreHandedOverOneAfterAnother() {
    new Upload(LINE_BYTES).send();
    var second = new Upload(20, 1 << 20);

    second.send();

    assertThat(second.unanswered).hasSize(1);
    second.answer(1);
    assertThat(second.unanswered).hasSize(1);
  }

  /** Sends chunks while they are requested. */
  private final class Upload {

    private final List<Integer> unanswered = new ArrayList<>();
    private final LinesInFlight inFlight = new LinesInFlight(memory.share());
    private final BodyLinesSubscriber<Integer> body;
    private long heldBytes;
    private long asked;
    private int chunks;

    Upload(int lineBytes) {
      this(lineBytes, lineBytes);
    }

    Upload(int lineBytes, int weight) {
      var service = new BaseSubscriber<Integer>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
          subscription.request(Long.MAX_VALUE);
        }

        @Override
        protected void hookOnNext(Integer given) {
          unanswered.add(given);
          heldBytes += given;
        }
      };
      body = new BodyLinesSubscriber<>(
          service, new FixedLines(lineBytes, weight), inFlight, Runnable::run);
      body.onSubscribe(new Subscription() {
        @Override
        public void request(long n) {
          asked += n;
        }

        @Override
        public void cancel() {}
      });
    }

    void send() {
      while (asked > 0) {
        asked--;
        chunks++;
        body.onNext(Unpooled.wrappedBuffer(new byte[CHUNK_BYTES]));
      }
    }

    void answer(int lines) {
      for (var i = 0; i < lines; i++) {
        heldBytes -= unanswered.remove(0);
        inFlight.lineAnswered();
      }
    }
  }
}

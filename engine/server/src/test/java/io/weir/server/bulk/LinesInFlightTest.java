package io.weir.server.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.wire.Dialect;
import io.weir.api.write.BulkLine;
import io.weir.server.request.UploadWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Endless uploads to services that answer when the test says so. They stay within their memory. */
final class LinesInFlightTest {

  private static final int CHUNK_BYTES = 16 * 1024;

  private static final int LINE_BYTES = 6000;

  /**
   * A chunk read when there was room, another when there was not, and the array of an incomplete line.
   */
  private static final long SLACK_BYTES = 2 * CHUNK_BYTES + 2 * LINE_BYTES;

  private final UploadWindows room = new UploadWindows(UploadWindows.WINDOW_BYTES, new LongAdder());

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

  /** Sends chunks while they are requested. */
  private final class Upload {

    private final List<BulkLine> unanswered = new ArrayList<>();
    private final LinesInFlight inFlight = new LinesInFlight(room::share);
    private final byte[] line;
    private final BodyLinesSubscriber<BulkLine> body;
    private long heldBytes;
    private long asked;
    private int chunks;
    private int sentBytes;

    Upload(int lineBytes) {
      var empty = "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"A\":\"\"}\n";
      line = ("{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"A\":\""
              + "x".repeat(lineBytes - empty.length()) + "\"}\n")
          .getBytes(UTF_8);
      var service = new BaseSubscriber<BulkLine>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
          subscription.request(Long.MAX_VALUE);
        }

        @Override
        protected void hookOnNext(BulkLine given) {
          unanswered.add(given);
          heldBytes += given.weightBytes();
        }
      };
      body = new BodyLinesSubscriber<>(
          service, new JsonLineDecoder(Dialect.LINE_BYTES), inFlight, Runnable::run);
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
        body.onNext(chunk());
      }
    }

    void answer(int lines) {
      for (var i = 0; i < lines; i++) {
        heldBytes -= unanswered.remove(0).weightBytes();
        inFlight.lineAnswered();
      }
    }

    private ByteBuf chunk() {
      var chunk = new byte[CHUNK_BYTES];
      for (var i = 0; i < CHUNK_BYTES; i++) {
        chunk[i] = line[sentBytes++ % line.length];
      }
      return Unpooled.wrappedBuffer(chunk);
    }
  }
}

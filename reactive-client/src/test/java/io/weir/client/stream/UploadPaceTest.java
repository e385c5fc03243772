package io.weir.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * Lines are encoded only when the transport takes them, so that concurrent uploads progress
 * together.
 */
final class UploadPaceTest {

  private static final int CHUNK_BYTES = 12 * 1024;

  /** Number of lines that the upload requests at a time. */
  private static final int AT_ONCE = 64;

  private final AtomicLong taken = new AtomicLong();
  private final BulkUpload upload = new BulkUpload(Context.empty());
  private final AtomicLong chunks = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final BaseSubscriber<ByteBuf> transport = new BaseSubscriber<>() {
    @Override
    protected void hookOnSubscribe(Subscription subscription) {}

    @Override
    protected void hookOnNext(ByteBuf chunk) {
      chunks.incrementAndGet();
      bytes.addAndGet(chunk.readableBytes());
    }
  };

  @ParameterizedTest
  @ValueSource(ints = {10, 200, 1_000, 4_000})
  void linesAreTakenOnlyForTheNextChunk(int textUnits) {
    begin(100_000, textUnits);
    assertThat(taken).hasValue(0);

    for (var asked = 1; asked <= 4; asked++) {
      transport.request(1);

      var notSent = taken.get() - upload.sent();
      assertThat(notSent).isLessThanOrEqualTo(AT_ONCE + CHUNK_BYTES / textUnits);
      assertThat(chunks).hasValue(asked);
    }
  }

  /** The first chunk does not wait until it is full. Later chunks find their lines available. */
  @ParameterizedTest
  @ValueSource(ints = {10, 200, 1_000, 4_000})
  void chunksAfterTheFirstAreFull(int textUnits) {
    begin(100_000, textUnits);
    transport.request(1);
    var ofFirst = bytes.get();

    transport.request(1);

    assertThat(bytes.get() - ofFirst).isGreaterThanOrEqualTo(CHUNK_BYTES);
  }

  @Test
  void unboundedDemandSendsAllLinesThatTheWindowAllows() {
    begin(100_000, 100);

    transport.request(Long.MAX_VALUE);
    assertThat(upload.sent()).isEqualTo(UploadWindow.LINES);

    upload.answered(10);
    assertThat(upload.sent()).isEqualTo(UploadWindow.LINES + 10);
  }

  private void begin(int count, int textUnits) {
    Flux.range(0, count)
        .map(row -> line("row-" + row, "x".repeat(textUnits)))
        .doOnNext(line -> taken.incrementAndGet())
        .subscribe(upload);
    upload.chunks().subscribe(transport);
  }

  private static BulkLine line(String row, String text) {
    return BulkLine.of(
        new Write.Insert(Entity.builder("p", row).set("Text", text).build()));
  }
}

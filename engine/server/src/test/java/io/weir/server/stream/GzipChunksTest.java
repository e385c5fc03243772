package io.weir.server.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.weir.server.request.AcceptedCoding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

final class GzipChunksTest {

  /** Length of the header that the JDK writes, without a name: RFC 1952, section 2.3. */
  private static final int HEAD_BYTES = 10;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
  private final TestPublisher<ByteBuf> source = TestPublisher.create();

  @AfterEach
  void everyBufferIsFree() {
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void aChunkIsReadableBeforeTheNextArrives() {
    var inflater = new Inflater(true);

    StepVerifier.create(GzipChunks.of(source.flux(), allocator))
        .then(() -> source.next(chunk("an entity")))
        .assertNext(
            chunk -> assertThat(inflated(inflater, chunk, HEAD_BYTES)).isEqualTo("an entity"))
        .then(() -> source.next(chunk("progress")))
        .assertNext(chunk -> assertThat(inflated(inflater, chunk, 0)).isEqualTo("progress"))
        .thenCancel()
        .verify();

    inflater.end();
    source.assertCancelled();
  }

  @Test
  void allChunksTogetherAreOneGzipFile() throws IOException {
    var file = new ByteArrayOutputStream();

    StepVerifier.create(GzipChunks.of(
                Flux.range(0, 500).map(i -> chunk("line " + i + "\n")), allocator)
            .doOnNext(chunk -> file.writeBytes(bytes(chunk)))
            .then())
        .verifyComplete();

    var text = new GZIPInputStream(new ByteArrayInputStream(file.toByteArray())).readAllBytes();
    assertThat(new String(text, US_ASCII).lines())
        .hasSize(500)
        .startsWith("line 0")
        .endsWith("line 499");
  }

  @Test
  void demandPassesUnchanged() {
    StepVerifier.create(GzipChunks.of(source.flux(), allocator), 0)
        .expectSubscription()
        .then(source::assertWasNotRequested)
        .thenRequest(1)
        .then(() -> source.next(chunk("a")))
        .assertNext(GzipChunksTest::bytes)
        .then(source::complete)
        .expectNoEvent(Duration.ZERO)
        .thenRequest(1)
        .assertNext(trailer -> assertThat(bytes(trailer)).hasSizeLessThan(16))
        .verifyComplete();
  }

  @Test
  void aFailureIsPassedOnWithoutATrailer() {
    StepVerifier.create(GzipChunks.of(source.flux(), allocator))
        .then(() -> source.next(chunk("a")))
        .assertNext(GzipChunksTest::bytes)
        .then(() -> source.error(new IllegalStateException("expected")))
        .verifyErrorMessage("expected");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip|true",
        "GZIP|true",
        "x-gzip|true",
        "deflate, gzip;q=1.0, *;q=0.5|true",
        "gzip ; q=0.001|true",
        "gzip;q=0|false",
        "gzip; q=0.000|false",
        "identity|false",
        "*|false",
        "gzipped|false",
        "gzip;q=nonsense|false",
        "''|false"
      })
  void gzipIsUsedWhenTheHeaderAcceptsIt(String header, boolean isTaken) {
    assertThat(AcceptedCoding.takesGzip(header)).isEqualTo(isTaken);
  }

  private ByteBuf chunk(String text) {
    return ByteBufUtil.writeAscii(allocator, text);
  }

  private static String inflated(Inflater inflater, ByteBuf chunk, int offset) {
    var bytes = bytes(chunk);
    var text = new byte[100];
    try {
      inflater.setInput(bytes, offset, bytes.length - offset);
      return new String(text, 0, inflater.inflate(text), US_ASCII);
    } catch (DataFormatException e) {
      throw new AssertionError("The chunk is no continuation of those before it.", e);
    }
  }

  private static byte[] bytes(ByteBuf chunk) {
    var bytes = ByteBufUtil.getBytes(chunk);
    chunk.release();
    return bytes;
  }
}

package io.weir.server.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.write.BulkLine;
import io.weir.server.request.BodyLines;
import io.weir.server.request.RequestMemory;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/**
 * Lines are found wherever the network cuts them, no faster than requested, and without leaking a
 * buffer.
 */
final class JsonLineDecoderTest {

  private static final int LIMIT = 64;
  private static final byte[] BODY = """
      {"PartitionKey":"p","RowKey":"0"}
      {"PartitionKey":"p","RowKey":"é€"}\r

      {"PartitionKey":"p","RowKey":"this line is longer than the limit of it"}
      ?
      {"PartitionKey":"p","RowKey":"4"}""".getBytes(UTF_8);

  @Test
  void linesAreTheSameWhereverTheyAreCut() {
    for (var cut = 0; cut <= BODY.length; cut++) {
      var pieces = Flux.just(piece(0, cut), piece(cut, BODY.length));

      assertThat(lines(pieces).map(JsonLineDecoderTest::said).collectList().block())
          .as("cut=" + cut)
          .containsExactly("0", "é€", "RequestBodyTooLarge", "InvalidInput", "4");
    }
  }

  @Test
  void linesAreTheSameByteByByte() {
    var pieces = Flux.range(0, BODY.length).map(i -> piece(i, i + 1));

    assertThat(lines(pieces).map(JsonLineDecoderTest::said).collectList().block())
        .containsExactly("0", "é€", "RequestBodyTooLarge", "InvalidInput", "4");
  }

  @Test
  void noChunkIsRequestedBeforeTheLastIsUsedUp() {
    var body = TestPublisher.<ByteBuf>create();
    var first = piece(0, 40);
    var second = piece(40, BODY.length);

    StepVerifier.create(lines(body.flux()), 0)
        .then(body::assertWasNotRequested)
        .thenRequest(1)
        .then(() -> body.assertMinRequested(1))
        .then(() -> give(body, first))
        .expectNextCount(1)
        .then(
            () -> assertThat(first.refCnt()).as("kept, since it is not used up").isOne())
        .thenRequest(2)
        .then(() -> assertThat(first.refCnt()).isZero())
        .then(() -> give(body, second))
        .expectNextCount(2)
        .then(() -> assertThat(second.refCnt()).isOne())
        .thenCancel()
        .verify();

    assertThat(second.refCnt()).isZero();
    body.assertCancelled();
  }

  @Test
  void aTruncatedBodyFailsAfterItsWholeLines() {
    var pieces =
        Flux.concat(Flux.just(piece(0, 50)), Flux.error(new IOException("Connection reset")));

    StepVerifier.create(lines(pieces).map(JsonLineDecoderTest::said))
        .expectNext("0")
        .expectErrorMessage("One of the request inputs is not valid. body=brokenOff")
        .verify();
  }

  private static Flux<BulkLine> lines(Flux<ByteBuf> pieces) {
    return new BodyLines<>(
        pieces, () -> new JsonLineDecoder(LIMIT), new RequestMemory(LIMIT).share(), Runnable::run);
  }

  /** Hands over a chunk and releases it, as the transport does. */
  private static void give(TestPublisher<ByteBuf> body, ByteBuf piece) {
    body.next(piece);
    piece.release();
  }

  private static ByteBuf piece(int from, int to) {
    return Unpooled.copiedBuffer(BODY, from, to - from);
  }

  private static String said(BulkLine line) {
    return line.dispatch(new BulkLine.Handler<>() {
      @Override
      public String change(BulkLine.Change change) {
        return change.write().key().rowKey();
      }

      @Override
      public String refused(BulkLine.Refused refused) {
        return refused.cause().code().code();
      }
    });
  }
}

package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

final class RequestFramesTest {

  private static final int MOST_BYTES = 10_000;
  private static final int MOST_FRAMES = 3;

  @Test
  void framesAreReadWhereverTheyAreCut() {
    var body = Unpooled.wrappedBuffer(frame("a"), frame("b"));
    var single = Flux.range(0, body.readableBytes()).map(i -> body.slice(i, 1));

    StepVerifier.create(read(single))
        .assertNext(writes -> assertThat(writes).containsExactly(insert("a"), insert("b")))
        .verifyComplete();
  }

  @Test
  void aBodyWithoutWholeFramesIsRefused() {
    assertRefused(Flux.empty(), ErrorCode.INVALID_INPUT, -1);
    assertRefused(Flux.just(piece(frame("a"), 0, 20)), ErrorCode.INVALID_INPUT, -1);
    assertRefused(
        Flux.just(Unpooled.wrappedBuffer(frame("a"), new byte[] {5})), ErrorCode.INVALID_INPUT, -1);
  }

  @Test
  void aFailureNamesItsFrame() {
    var damaged = frame("b");
    damaged[5] = 9;

    assertRefused(
        Flux.just(Unpooled.wrappedBuffer(frame("a"), damaged)), ErrorCode.INVALID_INPUT, 1);
    assertRefused(
        Flux.just(Unpooled.wrappedBuffer(new byte[] {99, 0, 0, 0, 0})), ErrorCode.INVALID_INPUT, 0);
  }

  @Test
  void oneFrameTooManyIsRefused() {
    var four = IntStream.range(0, 4).mapToObj(i -> Unpooled.wrappedBuffer(frame("r" + i)));

    assertRefused(Flux.fromStream(four), ErrorCode.INVALID_INPUT, MOST_FRAMES);
  }

  @Test
  void aTooLargeBodyIsReadNoFurther() {
    var body = TestPublisher.<ByteBuf>create();

    StepVerifier.create(read(body.flux()))
        .then(() -> body.next(Unpooled.wrappedBuffer(frame("a"))))
        .then(() -> body.next(Unpooled.wrappedBuffer(new byte[MOST_BYTES])))
        .verifyErrorSatisfies(failure -> assertThat(((InvalidRequestException) failure).code())
            .isEqualTo(ErrorCode.REQUEST_BODY_TOO_LARGE));

    body.assertCancelled();
  }

  @Test
  void anotherKindOfFrameIsRefused() {
    var table = FrameEncoder.encode(new Frame.Table(new TableName("Abc")));

    assertRefused(Flux.just(Unpooled.wrappedBuffer(table)), ErrorCode.INVALID_INPUT, 0);
  }

  private static void assertRefused(Flux<ByteBuf> body, ErrorCode code, int operation) {
    StepVerifier.create(read(body)).verifyErrorSatisfies(failure -> {
      assertThat(failure).isInstanceOf(InvalidRequestException.class);
      assertThat(((InvalidRequestException) failure).code()).isEqualTo(code);
      assertThat(((InvalidRequestException) failure).failedOperation()).isEqualTo(operation);
    });
  }

  private static Mono<List<Write>> read(Flux<ByteBuf> body) {
    return RequestFrames.list(body, RequestFrame.WRITE, MOST_BYTES, MOST_FRAMES);
  }

  private static ByteBuf piece(byte[] bytes, int from, int length) {
    return Unpooled.wrappedBuffer(bytes, from, length);
  }

  private static byte[] frame(String rowKey) {
    return FrameEncoder.encode(new Frame.Change(insert(rowKey)));
  }

  private static Write insert(String rowKey) {
    return new Write.Insert(Entity.builder("p", rowKey).set("N", 1).build());
  }
}

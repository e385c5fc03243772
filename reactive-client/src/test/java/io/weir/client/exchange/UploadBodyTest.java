package io.weir.client.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** A body emits what is requested, and nothing after its end or cancellation. */
final class UploadBodyTest {

  private final List<String> signals = new ArrayList<>();
  private final UploadBody body = new UploadBody(new Transport(), () -> signals.add("asked"));

  @Test
  void aChunkIsWantedForEachRequest() {
    assertThat(body.isAsked()).isFalse();
    assertThat(body.wantsChunk()).isFalse();

    body.request(1);
    assertThat(body.wantsChunk()).isTrue();
    body.emit(Unpooled.EMPTY_BUFFER);

    assertThat(body.wantsChunk()).isFalse();
    assertThat(body.isAsked()).isTrue();
    assertThat(signals).containsExactly("asked", "chunk");
  }

  @Test
  void anEndedBodyWantsNothing() {
    body.request(2);

    body.end();

    assertThat(body.hasEnded()).isTrue();
    assertThat(body.isOpen()).isFalse();
    assertThat(body.isAsked()).isFalse();
    assertThat(body.wantsChunk()).isFalse();
    assertThat(signals).containsExactly("asked", "end");
  }

  @Test
  void aCancelledBodySignalsNothingAndHasNotEnded() {
    body.request(2);

    body.cancel();
    body.emit(Unpooled.EMPTY_BUFFER);

    assertThat(body.isOpen()).isFalse();
    assertThat(body.wantsChunk()).isFalse();
    assertThat(body.hasEnded()).isFalse();
    assertThat(signals).containsExactly("asked");
  }

  private final class Transport implements CoreSubscriber<ByteBuf> {

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(ByteBuf chunk) {
      signals.add("chunk");
    }

    @Override
    public void onError(Throwable failure) {
      signals.add("failure");
    }

    @Override
    public void onComplete() {
      signals.add("end");
    }
  }
}

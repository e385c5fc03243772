package io.weir.server.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;

final class UpstreamTest {

  private final Upstream upstream = new Upstream();
  private final Source first = new Source();
  private final Source second = new Source();

  @Test
  void theFirstSubscriptionGetsDemandAndCancellation() {
    assertThat(upstream.accept(first)).isTrue();

    upstream.request(3);
    upstream.cancel();

    assertThat(first.requested).isEqualTo(3);
    assertThat(first.isCancelled).isTrue();
  }

  @Test
  void aSecondSubscriptionIsCancelledAndTheFirstKept() {
    upstream.accept(first);

    assertThat(upstream.accept(second)).isFalse();
    upstream.request(1);

    assertThat(second.isCancelled).isTrue();
    assertThat(second.requested).isZero();
    assertThat(first.isCancelled).isFalse();
    assertThat(first.requested).isEqualTo(1);
  }

  @Test
  @SuppressWarnings("NullAway") // rule 2.13 is about null
  void nullIsRefused() {
    assertThatNullPointerException().isThrownBy(() -> upstream.accept(null));
  }

  @Test
  void beforeASubscriptionNothingHappens() {
    upstream.request(1);
    upstream.cancel();

    assertThat(upstream.accept(first)).isTrue();
    assertThat(first.requested).isZero();
    assertThat(first.isCancelled).isFalse();
  }

  private static final class Source implements Subscription {

    private long requested;
    private boolean isCancelled;

    @Override
    public void request(long n) {
      requested += n;
    }

    @Override
    public void cancel() {
      isCancelled = true;
    }
  }
}

package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

final class OperatorStageTest {

  private final List<String> signals = new ArrayList<>();
  private final Source first = new Source();
  private final Source second = new Source();
  private final OperatorStage<String, String> stage = new Passing(new Downstream());

  @Test
  void theFirstSubscriptionGetsDemandAndCancellation() {
    stage.onSubscribe(first);

    stage.request(3);
    stage.cancel();

    assertThat(first.requested).isEqualTo(3);
    assertThat(first.isCancelled).isTrue();
  }

  @Test
  void aSecondSubscriptionIsCancelledAndTheFirstKept() {
    stage.onSubscribe(first);

    stage.onSubscribe(second);
    stage.request(1);

    assertThat(second.isCancelled).isTrue();
    assertThat(second.requested).isZero();
    assertThat(first.isCancelled).isFalse();
    assertThat(first.requested).isEqualTo(1);
    assertThat(signals).containsOnlyOnce("onSubscribe");
  }

  @Test
  void theRuleOfAStageBeginsBeforeItsDownstreamRequests() {
    stage.onSubscribe(first);

    assertThat(signals).containsExactly("beforeStart", "onSubscribe", "afterStart");
  }

  @Test
  @SuppressWarnings("NullAway") // rule 2.13 is about null
  void nullIsRefused() {
    assertThatNullPointerException().isThrownBy(() -> stage.onSubscribe(null));
  }

  @Test
  void beforeASubscriptionNothingHappens() {
    stage.request(1);
    stage.cancel();

    stage.onSubscribe(first);

    assertThat(first.requested).isZero();
    assertThat(first.isCancelled).isFalse();
  }

  private final class Passing extends OperatorStage<String, String> {

    Passing(CoreSubscriber<? super String> downstream) {
      super(downstream);
    }

    @Override
    protected void beforeStart() {
      signals.add("beforeStart");
    }

    @Override
    protected void afterStart() {
      signals.add("afterStart");
    }

    @Override
    public void onNext(String item) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
  }

  private final class Downstream implements CoreSubscriber<String> {

    @Override
    public void onSubscribe(Subscription subscription) {
      signals.add("onSubscribe");
    }

    @Override
    public void onNext(String item) {}

    @Override
    public void onError(Throwable failure) {}

    @Override
    public void onComplete() {}
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

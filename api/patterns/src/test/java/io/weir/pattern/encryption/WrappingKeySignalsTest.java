package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmBinary;
import io.weir.pattern.encryption.KeyWrappingKey.BlockingKeyWrappingKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Demand, cancellation and failures of wrapping keys. The test plays the scheduler's thread. */
final class WrappingKeySignalsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final SecretKey CONTENT_KEY = new SecretKeySpec(new byte[32], "AES");
  private static final EdmBinary WRAPPED = new EdmBinary(new byte[] {1, 2, 3});

  private final Queue<Runnable> scheduled = new ArrayDeque<>();
  private final Scheduler vault = Schedulers.fromExecutor(scheduled::add);
  private final Vault key = new Vault();

  @SuppressWarnings("ImmutableEnumChecker") // functions of their arguments alone
  enum Use {
    WRAP(key -> key.wrap(CONTENT_KEY)),
    UNWRAP(key -> key.unwrap(WRAPPED));

    private final Function<KeyWrappingKey, Mono<?>> call;

    Use(Function<KeyWrappingKey, Mono<?>> call) {
      this.call = call;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBlockingKeyIsNotCalledBeforeDemand(Use use) {
    StepVerifier.create(use.call.apply(blocking()), 0)
        .expectSubscription()
        .then(this::runAll)
        .then(() -> assertThat(key.callers).isEmpty())
        .thenRequest(1)
        .then(this::runAll)
        .expectNextCount(1)
        .expectComplete()
        .verify(PATIENCE);

    assertThat(key.callers).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aBlockingKeyIsCalledOnTheSchedulersThread(Use use) {
    var threads = Schedulers.newBoundedElastic(1, 1, "vault");
    try {
      use.call
          .apply(KeyWrappingKey.blocking(key, threads))
          .as(StepVerifier::create)
          .expectNextCount(1)
          .expectComplete()
          .verify(PATIENCE);
    } finally {
      threads.dispose();
    }

    assertThat(key.callers).singleElement().asString().startsWith("vault");
  }

  @ParameterizedTest
  @EnumSource
  void cancellingBeforeABlockingKeyIsCalledPreventsTheCall(Use use) {
    StepVerifier.create(use.call.apply(blocking()))
        .expectSubscription()
        .thenCancel()
        .verify(PATIENCE);
    runAll();

    assertThat(key.callers).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void cancellingWhileAKeyBlocksInterruptsIt(Use use) {
    var asked = new CountDownLatch(1);
    var interrupted = new CountDownLatch(1);
    key.wait = () -> {
      asked.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
    };
    var threads = Schedulers.newBoundedElastic(1, 1, "vault");
    try {
      StepVerifier.create(use.call.apply(KeyWrappingKey.blocking(key, threads)))
          .expectSubscription()
          .then(() -> await(asked))
          .thenCancel()
          .verify(PATIENCE);
      await(interrupted);
    } finally {
      threads.disposeGracefully().block(PATIENCE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theExceptionOfABlockingKeyIsEmittedUnchanged(Use use) {
    var failure = new IOException("vault");
    key.wait = () -> {
      throw failure;
    };

    StepVerifier.create(use.call.apply(blocking()))
        .expectSubscription()
        .then(this::runAll)
        .expectErrorSatisfies(told -> assertThat(told).isSameAs(failure))
        .verify(PATIENCE);
  }

  @ParameterizedTest
  @EnumSource
  void eachSubscriptionCallsABlockingKeyAgain(Use use) {
    var call = use.call.apply(blocking());
    assertThat(scheduled).isEmpty();

    for (var times = 1; times <= 2; times++) {
      StepVerifier.create(call)
          .expectSubscription()
          .then(this::runAll)
          .expectNextCount(1)
          .expectComplete()
          .verify(PATIENCE);
      assertThat(key.callers).hasSize(times);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private KeyWrappingKey blocking() {
    return KeyWrappingKey.blocking(key, vault);
  }

  private void runAll() {
    for (var task = scheduled.poll(); task != null; task = scheduled.poll()) {
      task.run();
    }
  }

  /** Answers after its wait, which may fail, and records the threads that call it. */
  private static final class Vault implements BlockingKeyWrappingKey {

    private final List<String> callers = new ArrayList<>();
    private Wait wait = () -> {};

    @Override
    public String id() {
      return "vault";
    }

    @Override
    public EdmBinary wrap(SecretKey contentKey) throws IOException {
      return answer(WRAPPED);
    }

    @Override
    public SecretKey unwrap(EdmBinary wrapped) throws IOException {
      return answer(CONTENT_KEY);
    }

    private <T> T answer(T answer) throws IOException {
      callers.add(Thread.currentThread().getName());
      wait.pass();
      return answer;
    }

    private interface Wait {
      void pass() throws IOException;
    }
  }
}

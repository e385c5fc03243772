package io.weir.api.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** A step begins when its item is requested. */
final class UnfoldTest {

  private final List<Integer> begun = new ArrayList<>();

  @Test
  void aStepBeginsWhenItsItemIsRequested() {
    StepVerifier.create(Unfold.from(0, this::step), 0)
        .then(() -> assertThat(begun).isEmpty())
        .thenRequest(1)
        .expectNext("item 0")
        .then(() -> assertThat(begun).containsExactly(0))
        .thenRequest(2)
        .expectNext("item 1", "item 2")
        .then(() -> assertThat(begun).containsExactly(0, 1, 2))
        .thenRequest(1)
        .expectNext("item 3")
        .verifyComplete();
  }

  @Test
  void aStepWithoutAnItemEndsTheStream() {
    StepVerifier.create(Unfold.<Integer, String>from(0, at -> Mono.empty())).verifyComplete();
  }

  @Test
  void aStepThatFailsFailsTheStream() {
    StepVerifier.create(Unfold.<Integer, String>from(
            0, at -> at == 2 ? Mono.error(new IllegalStateException()) : step(at)))
        .expectNext("item 0", "item 1")
        .verifyError(IllegalStateException.class);
  }

  @Test
  void eachSubscriptionBeginsAtTheFirstState() {
    var items = Unfold.from(2, this::step);

    StepVerifier.create(items).expectNext("item 2", "item 3").verifyComplete();
    StepVerifier.create(items).expectNext("item 2", "item 3").verifyComplete();
  }

  private Mono<Unfold.Step<Integer, String>> step(int at) {
    return Mono.fromCallable(() -> {
      begun.add(at);
      return new Unfold.Step<>("item " + at, at < 3 ? Optional.of(at + 1) : Optional.empty());
    });
  }
}

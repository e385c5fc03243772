package io.weir.client.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** When a service that takes a body, or prepares its answer, counts as silent. */
final class PatientBodyTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void anAnswerIsOutstandingOnceTheTimeToPrepareIsOver() {
    var body = PatientBody.none(HOUR);
    var made = System.nanoTime();

    assertThat(body.isOutstandingSince(made + HOUR.minusMinutes(1).toNanos())).isFalse();
    assertThat(body.isOutstandingSince(made + HOUR.plusMinutes(1).toNanos())).isTrue();
  }

  @Test
  void aBodyThatMovesIsNotSilence() {
    var parts = Flux.range(0, 3).map(part -> ByteBuffer.allocate(1));
    var body = PatientBody.of(parts, Duration.ZERO);
    var made = System.nanoTime();
    assertThat(body.isOutstandingSince(made + 1)).isTrue();

    StepVerifier.create(body.chunks(Runnable::run), 0)
        .thenRequest(1)
        .expectNextCount(1)
        .then(() -> assertThat(body.isOutstandingSince(made)).isFalse())
        .thenRequest(2)
        .expectNextCount(2)
        .verifyComplete();
  }
}

package io.weir.client.credential;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ServiceFailedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

final class BearerCredentialTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = START;
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void aTokenIsKeptUntilShortlyBeforeItExpires() {
    var credential = credential(issuing(Duration.ofMinutes(10)));

    assertThat(headerOf(credential)).isEqualTo("Bearer token1");
    now = START.plus(Duration.ofMinutes(10)).minus(BearerCredential.MARGIN);
    assertThat(headerOf(credential)).isEqualTo("Bearer token1");
    now = now.plusMillis(1);
    assertThat(headerOf(credential)).isEqualTo("Bearer token2");
    assertThat(headerOf(credential)).isEqualTo("Bearer token2");
  }

  @Test
  void aRefusedTokenIsReplaced() {
    var credential =
        credential(Mono.fromSupplier(() -> BearerToken.of("token" + asked.incrementAndGet())));
    var first = credential.authorize("", "").block();

    assertThat(headerOf(credential)).isEqualTo(first.header());
    assertThat(credential.refused(first)).isTrue();
    assertThat(headerOf(credential)).isEqualTo("Bearer token2");
  }

  @Test
  void aLateRefusalOfAnOldTokenKeepsTheNewOne() {
    var credential = credential(issuing(Duration.ofMinutes(10)));
    var first = credential.authorize("", "").block();
    now = START.plus(Duration.ofHours(1));

    assertThat(headerOf(credential)).isEqualTo("Bearer token2");
    credential.refused(first);

    assertThat(headerOf(credential)).isEqualTo("Bearer token2");
  }

  @Test
  void requestsDuringATokenFetchShareTheToken() {
    var token = Sinks.<BearerToken>one();
    var credential = credential(Mono.defer(() -> {
      asked.incrementAndGet();
      return token.asMono();
    }));

    StepVerifier.create(Mono.zip(credential.authorize("", ""), credential.authorize("", "")))
        .then(() -> token.tryEmitValue(BearerToken.of("one")).orThrow())
        .assertNext(both -> assertThat(both.getT1()).isEqualTo(both.getT2()))
        .verifyComplete();
    assertThat(asked).hasValue(1);
  }

  @Test
  void aFailureOfTheSourceIsEmittedAndNotCached() {
    var credential = credential(Mono.defer(() -> asked.incrementAndGet() == 1
        ? Mono.error(new IllegalStateException("issuer is down"))
        : Mono.just(BearerToken.of("late"))));

    StepVerifier.create(credential.authorize("", ""))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOf(ServiceFailedException.class)
            .hasMessageContaining("bearerToken=none outcome=notSent")
            .hasRootCauseMessage("issuer is down"))
        .verify();
    assertThat(headerOf(credential)).isEqualTo("Bearer late");
  }

  @Test
  void anEmptySourceFailsTheRequest() {
    StepVerifier.create(credential(Mono.empty()).authorize("", ""))
        .verifyError(ServiceFailedException.class);
  }

  @Test
  void anAlmostExpiredTokenIsUsedOnce() {
    var credential = credential(issuing(Duration.ofSeconds(1)));

    assertThat(headerOf(credential)).isEqualTo("Bearer token1");
    assertThat(headerOf(credential)).isEqualTo("Bearer token2");
  }

  @Test
  void aTokenIsReplacedWhenTimePasses() {
    var valid = Duration.ofMinutes(10);
    StepVerifier.withVirtualTime(() -> {
          InstantSource clock =
              () -> Instant.ofEpochMilli(Schedulers.parallel().now(TimeUnit.MILLISECONDS));
          var issuer = Mono.fromSupplier(() -> BearerToken.until(
              "token" + asked.incrementAndGet(), clock.instant().plus(valid)));
          var credential = new BearerCredential(issuer, clock);
          return Flux.interval(Duration.ZERO, Duration.ofMinutes(5))
              .concatMap(tick -> credential.authorize("", "").map(Authorization::header));
        })
        .expectNext("Bearer token1")
        .thenAwait(Duration.ofMinutes(5))
        .expectNext("Bearer token1")
        .thenAwait(Duration.ofMinutes(5))
        .expectNext("Bearer token2")
        .thenCancel()
        .verify(Duration.ofSeconds(30));
  }

  @Test
  void onlyTheLastCancellationStopsTheSourceOfTheToken() {
    var issuer = TestPublisher.<BearerToken>create();
    var credential = credential(issuer.mono());
    var other = credential.authorize("", "").toFuture();

    StepVerifier.create(credential.authorize("", ""), 0).thenCancel().verify();
    issuer.assertNotCancelled();
    other.cancel(true);

    issuer.assertCancelled();
  }

  private BearerCredential credential(Mono<BearerToken> source) {
    return new BearerCredential(source, () -> now);
  }

  private Mono<BearerToken> issuing(Duration valid) {
    return Mono.fromSupplier(
        () -> BearerToken.until("token" + asked.incrementAndGet(), now.plus(valid)));
  }

  private static String headerOf(Credential credential) {
    return credential.authorize("", "").block().header();
  }
}

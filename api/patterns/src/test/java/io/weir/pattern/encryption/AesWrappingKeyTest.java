package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmBinary;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The local wrapping key, verified with the test vector of RFC 3394, section 4.6. */
final class AesWrappingKeyTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final byte[] KEY =
      hex("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F");
  private static final SecretKey CONTENT_KEY = new SecretKeySpec(
      hex("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F"), "AES");
  private static final EdmBinary WRAPPED = new EdmBinary(
      hex("28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"));

  private final AesWrappingKey key = AesWrappingKey.of("k", KEY);

  @Test
  void wrapsAndUnwrapsAsInTheStandard() {
    key.wrap(CONTENT_KEY).as(StepVerifier::create).expectNext(WRAPPED).verifyComplete();
    key.unwrap(WRAPPED).as(StepVerifier::create).expectNext(CONTENT_KEY).verifyComplete();
  }

  @Test
  void keepsACopyOfTheKey() {
    var bytes = KEY.clone();
    var copied = AesWrappingKey.of("k", bytes);
    bytes[0] ^= 1;

    copied.wrap(CONTENT_KEY).as(StepVerifier::create).expectNext(WRAPPED).verifyComplete();
  }

  @Test
  void keysOfAnotherWrappingKeyAndChangedKeysAreRefused() {
    var changed = WRAPPED.toByteArray();
    changed[7] ^= 1;

    AesWrappingKey.of("other", new byte[32])
        .unwrap(WRAPPED)
        .as(StepVerifier::create)
        .verifyError(GeneralSecurityException.class);
    key.unwrap(new EdmBinary(changed))
        .as(StepVerifier::create)
        .verifyError(GeneralSecurityException.class);
    key.unwrap(new EdmBinary(new byte[3]))
        .as(StepVerifier::create)
        .verifyErrorSatisfies(
            failure -> assertThat(failure).isInstanceOf(GeneralSecurityException.class));
  }

  /**
   * A failure needs no demand, so it would be emitted at once if the key computed at subscription.
   */
  @ParameterizedTest
  @MethodSource
  void nothingIsComputedWithoutDemandOrAfterCancellation(Mono<?> failing) {
    var told = new ArrayList<Throwable>();
    var observed = failing.doOnError(told::add);

    StepVerifier.create(observed, 0)
        .expectSubscription()
        .then(() -> assertThat(told).isEmpty())
        .thenCancel()
        .verify(PATIENCE);
    assertThat(told).isEmpty();

    StepVerifier.create(observed, 0)
        .expectSubscription()
        .then(() -> assertThat(told).isEmpty())
        .thenRequest(1)
        .expectError(GeneralSecurityException.class)
        .verify(PATIENCE);
  }

  static Stream<Mono<?>> nothingIsComputedWithoutDemandOrAfterCancellation() {
    var key = AesWrappingKey.of("k", KEY);
    return Stream.of(
        key.wrap(new SecretKeySpec(new byte[3], "AES")), key.unwrap(new EdmBinary(new byte[3])));
  }

  @Test
  void wrappingRunsOnTheSubscribersThread() {
    var threads = new ArrayList<Thread>();

    key.wrap(CONTENT_KEY)
        .doOnNext(wrapped -> threads.add(Thread.currentThread()))
        .flatMap(key::unwrap)
        .doOnNext(unwrapped -> threads.add(Thread.currentThread()))
        .as(StepVerifier::create)
        .expectNext(CONTENT_KEY)
        .verifyComplete();

    assertThat(threads).containsExactly(Thread.currentThread(), Thread.currentThread());
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}

package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.pattern.encryption.DecryptionException.Reason;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/**
 * The root key is called for few keys, and every key that it wrapped can be unwrapped as long as
 * the root unwraps its branch key.
 */
final class BranchingWrappingKeyTest {

  private static final Duration LIFETIME = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("Patients");
  private static final SecretKey CONTENT_KEY = new SecretKeySpec(new byte[32], "AES");

  private final Root root = new Root();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // wraps around
  private final KeyWrappingKey key = opened();

  @Test
  void aWrappedKeyIsUnwrapped() {
    key.wrap(CONTENT_KEY)
        .flatMap(key::unwrap)
        .as(StepVerifier::create)
        .expectNext(CONTENT_KEY)
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void theRootIsCalledOnceForManyKeys() {
    var wrapped = wrapped(100);

    assertThat(root.wraps).isEqualTo(1);
    assertThat(unwrapped(opened(), wrapped)).containsOnly(CONTENT_KEY).hasSize(100);
    assertThat(root.unwraps).isEqualTo(1);
  }

  @Test
  void theWritingSideUnwrapsWithoutTheRoot() {
    unwrapped(key, wrapped(3));

    assertThat(root.unwraps).isZero();
  }

  @Test
  void aBranchKeyWrapsOnlyDuringItsLifetime() {
    wrapped(1);
    nanos.addAndGet(LIFETIME.toNanos() - 1);
    wrapped(1);
    assertThat(root.wraps).isEqualTo(1);

    nanos.incrementAndGet();
    wrapped(1);
    assertThat(root.wraps).isEqualTo(2);
  }

  @Test
  void anUnwrappedBranchKeyIsCachedOnlyDuringItsLifetime() {
    var wrapped = wrapped(1);
    var reader = opened();
    unwrapped(reader, wrapped);
    nanos.addAndGet(LIFETIME.toNanos() - 1);
    unwrapped(reader, wrapped);
    assertThat(root.unwraps).isEqualTo(1);

    nanos.incrementAndGet();
    unwrapped(reader, wrapped);
    assertThat(root.unwraps).isEqualTo(2);
  }

  @Test
  void branchKeysBeyondTheCacheAreUnwrappedAgain() {
    var branches = new ArrayList<EdmBinary>();
    for (var branch = 0; branch <= 2 * BranchingWrappingKey.MOST_OPENED; branch++) {
      branches.addAll(wrapped(1));
      nanos.addAndGet(LIFETIME.toNanos());
    }
    var reader = opened();
    unwrapped(reader, branches);
    unwrapped(reader, branches);

    assertThat(root.unwraps)
        .isBetween(2 * branches.size() - BranchingWrappingKey.MOST_OPENED, 2 * branches.size());
  }

  @Test
  void concurrentSubscribersOfOneKeyShareOneAnswer() {
    var gate = Sinks.<Integer>one();
    var wrapped = wrapped(1).get(0);
    root.gate = gate.asMono();
    var reader = opened();

    StepVerifier.create(
            Flux.range(0, 10).flatMap(unused -> reader.unwrap(wrapped)).collectList())
        .expectSubscription()
        .then(() -> assertThat(root.unwraps).isEqualTo(1))
        .then(() -> gate.tryEmitValue(0))
        .assertNext(keys -> assertThat(keys).hasSize(10).containsOnly(CONTENT_KEY))
        .expectComplete()
        .verify(PATIENCE);
    assertThat(root.unwraps).isEqualTo(1);
  }

  @Test
  void cancellingLeavesTheAnswerToOtherSubscribers() {
    var gate = Sinks.<Integer>one();
    var wrapped = wrapped(1).get(0);
    root.gate = gate.asMono();
    var reader = opened();
    var leaving = reader.unwrap(wrapped).subscribe();

    StepVerifier.create(reader.unwrap(wrapped))
        .expectSubscription()
        .then(leaving::dispose)
        .then(() -> gate.tryEmitValue(0))
        .expectNext(CONTENT_KEY)
        .expectComplete()
        .verify(PATIENCE);
    assertThat(root.unwraps).isEqualTo(1);
  }

  @Test
  void aFailureOfTheRootIsEmittedAndNotCached() {
    root.gate = Mono.error(new IOException("vault"));
    key.wrap(CONTENT_KEY).as(StepVerifier::create).verifyError(IOException.class);
    root.gate = Mono.just(0);
    var wrapped = wrapped(1);
    var reader = opened();
    root.gate = Mono.error(new IOException("vault"));
    reader.unwrap(wrapped.get(0)).as(StepVerifier::create).verifyError(IOException.class);
    root.gate = Mono.just(0);

    assertThat(unwrapped(reader, wrapped)).containsExactly(CONTENT_KEY);
  }

  @Test
  void anEmptyAnswerOfTheRootIsAFailure() {
    var wrapped = wrapped(1).get(0);
    root.gate = Mono.empty();

    opened()
        .wrap(CONTENT_KEY)
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure.getMessage().endsWith("keyId=root"));
    opened()
        .unwrap(wrapped)
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure.getMessage().endsWith("keyId=root"));
  }

  @Test
  void theRootIsNotCalledBeforeASubscription() {
    key.wrap(CONTENT_KEY);
    key.unwrap(new EdmBinary(new byte[200]));

    assertThat(root.wraps + root.unwraps).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 40, 41, 60})
  void aChangedWrappedKeyIsRefused(int index) {
    var bytes = wrapped(1).get(0).toByteArray();
    bytes[index] ^= 1;

    key.unwrap(new EdmBinary(bytes))
        .as(StepVerifier::create)
        .verifyError(GeneralSecurityException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40, 41, 42, 80})
  void aTruncatedWrappedKeyIsRefused(int length) {
    var bytes = Arrays.copyOf(wrapped(1).get(0).toByteArray(), length);

    key.unwrap(new EdmBinary(bytes))
        .as(StepVerifier::create)
        .verifyError(GeneralSecurityException.class);
  }

  @Test
  void everyContentKeyIsWrappedSeparately() {
    var keys = ContentKeys.open();
    var wrapped = new HashSet<EdmBinary>();
    for (var i = 0; i < 10; i++) {
      wrapped.add(key.wrap(keys.next()).block(PATIENCE));
    }

    assertThat(wrapped).hasSize(10);
  }

  @Test
  void aKeyRingWithTheRootUnwrapsKeysThatTheRootWrapped() {
    var behind = new ModelTableService();
    behind.createTable(TABLE).block();
    over(behind, KeyRing.of(root)).write(TABLE, new Write.Insert(entity("old"))).block();
    var service = over(behind, KeyRing.of(key, root));
    service.write(TABLE, new Write.Insert(entity("new"))).block();

    service
        .query(TABLE, Query.ALL)
        .map(entity -> entity.rowKey() + entity.getString("Name").orElseThrow())
        .as(StepVerifier::create)
        .expectNext("newAda", "oldAda")
        .verifyComplete();
    assertThat(behind.get(TABLE, new EntityKey("a", "new")).block().getString(Metadata.KEY_ID))
        .contains("root/branch");
  }

  @Test
  void aBranchKeyOfAnotherRootIsReportedAsAWrongKey() {
    var behind = new ModelTableService();
    behind.createTable(TABLE).block();
    over(behind, KeyRing.of(key)).write(TABLE, new Write.Insert(entity("b"))).block();
    var other = new Root();
    other.wrapping = AesWrappingKey.of("root", new byte[] {
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
      27, 28, 29, 30, 31, 32
    });

    over(behind, KeyRing.of(BranchingWrappingKey.open(other, LIFETIME, nanos::get)))
        .get(TABLE, new EntityKey("a", "b"))
        .as(StepVerifier::create)
        .verifyErrorMatches(failure ->
            failure instanceof DecryptionException refused && refused.reason() == Reason.WRONG_KEY);
  }

  @Test
  void aStreamOfManyEntitiesCallsTheRootOnce() {
    var behind = new ModelTableService();
    behind.createTable(TABLE).block();
    var writer = over(behind, KeyRing.of(key));
    Flux.range(0, 500)
        .concatMap(row -> writer.write(TABLE, new Write.Insert(entity("r" + row))))
        .blockLast();

    over(behind, KeyRing.of(opened()))
        .query(TABLE, Query.ALL)
        .as(StepVerifier::create)
        .expectNextCount(500)
        .expectComplete()
        .verify(PATIENCE);
    assertThat(root.wraps).isEqualTo(1);
    assertThat(root.unwraps).isEqualTo(1);
  }

  @Test
  void aLifetimeIsPositive() {
    assertThatThrownBy(() -> KeyWrappingKey.branching(root, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lifetime=PT0S");
    assertThatThrownBy(() -> KeyWrappingKey.branching(root, Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    for (var lifetime : List.of(Duration.ofNanos(1), Duration.ofSeconds(Long.MAX_VALUE))) {
      KeyWrappingKey.branching(root, lifetime)
          .wrap(CONTENT_KEY)
          .as(StepVerifier::create)
          .expectNextCount(1)
          .verifyComplete();
    }
  }

  private KeyWrappingKey opened() {
    return BranchingWrappingKey.open(root, LIFETIME, nanos::get);
  }

  private List<EdmBinary> wrapped(int count) {
    return Flux.range(0, count)
        .concatMap(unused -> key.wrap(CONTENT_KEY))
        .collectList()
        .block(PATIENCE);
  }

  private static List<SecretKey> unwrapped(KeyWrappingKey key, List<EdmBinary> wrapped) {
    return Flux.fromIterable(wrapped).concatMap(key::unwrap).collectList().block(PATIENCE);
  }

  private static Entity entity(String row) {
    return Entity.builder("a", row).set("Name", "Ada").build();
  }

  private static EncryptingTableService over(ModelTableService behind, KeyRing keys) {
    return EncryptingTableService.over(behind, keys, HiddenProperties.of("Name"));
  }

  /** A remote key: counts its calls, and answers when its gate opens. */
  private static final class Root implements KeyWrappingKey {

    private KeyWrappingKey wrapping = AesWrappingKey.of("root", new byte[32]);
    private Mono<Integer> gate = Mono.just(0);
    private int wraps;
    private int unwraps;

    @Override
    public String id() {
      return "root";
    }

    @Override
    public Mono<EdmBinary> wrap(SecretKey contentKey) {
      return Mono.defer(() -> {
        wraps++;
        return gate.flatMap(unused -> wrapping.wrap(contentKey));
      });
    }

    @Override
    public Mono<SecretKey> unwrap(EdmBinary wrapped) {
      return Mono.defer(() -> {
        unwraps++;
        return gate.flatMap(unused -> wrapping.unwrap(wrapped));
      });
    }
  }
}

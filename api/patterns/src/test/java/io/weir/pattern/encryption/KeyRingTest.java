package io.weir.pattern.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.pattern.encryption.KeyWrappingKey.BlockingKeyWrappingKey;
import java.io.IOException;
import javax.crypto.SecretKey;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Wrapping keys may be remote, and no thread that must not block waits for them. */
final class KeyRingTest {

  private static final TableName TABLE = new TableName("Patients");
  private static final Entity ENTITY =
      Entity.builder("a", "b").set("Name", "Ada").build();

  private final ObservedService observed = new ObservedService(new ModelTableService());
  private final TableService behind = observed.service();
  private final AesWrappingKey local = AesWrappingKey.of("k1", new byte[32]);

  @Test
  void aLocalKeyEncryptsAndDecryptsOnAThreadThatMustNotBlock() {
    writesAndReadsOnAThreadThatMustNotBlock(KeyRing.of(local));
  }

  @Test
  void aBlockingKeyWaitsOnItsScheduler() {
    writesAndReadsOnAThreadThatMustNotBlock(
        KeyRing.of(KeyWrappingKey.blocking(new Waiting(), Schedulers.boundedElastic())));
  }

  @Test
  void cancellingAWriteCancelsTheRequestForItsKey() {
    var current = TestPublisher.<KeyWrappingKey>create();
    var service = over(ring(current.mono()));

    StepVerifier.create(service.write(TABLE, new Write.Insert(ENTITY)))
        .expectSubscription()
        .then(() -> assertThat(observed.writes).isEmpty())
        .thenCancel()
        .verify();

    current.assertCancelled();
    assertThat(observed.writes).isEmpty();
  }

  @Test
  void cancellingAReadCancelsTheRequestForItsKey() {
    var found = TestPublisher.<KeyWrappingKey>create();
    var service = over(KeyRing.of(local));
    service
        .createTable(TABLE)
        .then(service.write(TABLE, new Write.Insert(ENTITY)))
        .block();

    StepVerifier.create(over(ring(Mono.empty(), found.mono())).get(TABLE, ENTITY.key()))
        .expectSubscription()
        .then(found::assertSubscribers)
        .thenCancel()
        .verify();

    found.assertCancelled();
  }

  @Test
  void aMissingOrFailingCurrentKeyFailsTheWriteUnsent() {
    var write = new Write.Insert(ENTITY);

    over(ring(Mono.empty()))
        .write(TABLE, write)
        .as(StepVerifier::create)
        .verifyErrorMatches(failure -> failure.getMessage().contains("no current key"));
    over(ring(Mono.error(new IOException("vault"))))
        .write(TABLE, write)
        .as(StepVerifier::create)
        .verifyError(IOException.class);
    assertThat(observed.writes).isEmpty();
  }

  @Test
  void aFailingVaultIsNotReportedAsAWrongKey() {
    var service = over(KeyRing.of(local));
    service
        .createTable(TABLE)
        .then(service.write(TABLE, new Write.Insert(ENTITY)))
        .block();

    over(ring(Mono.empty(), Mono.error(new IOException("vault"))))
        .get(TABLE, ENTITY.key())
        .as(StepVerifier::create)
        .verifyError(IOException.class);
  }

  @Test
  void aKeyWithoutAnAnswerFailsTheRead() {
    var service = over(KeyRing.of(local));
    service
        .createTable(TABLE)
        .then(service.write(TABLE, new Write.Insert(ENTITY)))
        .block();

    over(ring(Mono.empty(), Mono.just(new Silent())))
        .get(TABLE, ENTITY.key())
        .as(StepVerifier::create)
        .verifyErrorMatches(
            failure -> failure.getMessage().endsWith("returned no answer. keyId=k1"));
  }

  @Test
  void aPredicateSelectsTheEntitiesToEncrypt() {
    var service = EncryptingTableService.over(
        behind,
        KeyRing.of(local),
        HiddenProperties.of("Name").onlyWhere((key, name) -> key.partitionKey().equals("a")));
    var open = Entity.builder("open", "b").set("Name", "Bob").build();

    service
        .createTable(TABLE)
        .then(service.write(TABLE, new Write.Insert(ENTITY)))
        .then(service.write(TABLE, new Write.Insert(open)))
        .block();

    assertThat(behind.get(TABLE, open.key()).block().getString("Name")).contains("Bob");
    assertThat(service.get(TABLE, open.key()).block().getString("Name")).contains("Bob");
    assertThat(behind.get(TABLE, ENTITY.key()).block().getString("Name")).isEmpty();
  }

  @Test
  void keysAreCheckedWhenTheyAreCreated() {
    assertThatThrownBy(() -> AesWrappingKey.of("k", new byte[16]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bytes=16");
    assertThatThrownBy(() -> AesWrappingKey.of("", new byte[32]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KeyRing.of(local, local)).hasMessageContaining("id=k1");
    assertThat(local).hasToString("AesWrappingKey[k1]");
  }

  private void writesAndReadsOnAThreadThatMustNotBlock(KeyRing keys) {
    var service = over(keys);

    service
        .createTable(TABLE)
        .then(service.write(TABLE, new Write.Insert(ENTITY)))
        .then(service.get(TABLE, ENTITY.key()))
        .subscribeOn(Schedulers.parallel())
        .map(entity -> entity.withTimestamp(0))
        .as(StepVerifier::create)
        .expectNext(ENTITY)
        .verifyComplete();
  }

  private EncryptingTableService over(KeyRing keys) {
    return EncryptingTableService.over(behind, keys, HiddenProperties.of("Name"));
  }

  private static KeyRing ring(Mono<KeyWrappingKey> current) {
    return ring(current, Mono.empty());
  }

  private static KeyRing ring(Mono<KeyWrappingKey> current, Mono<KeyWrappingKey> found) {
    return new KeyRing() {
      @Override
      public Mono<KeyWrappingKey> current() {
        return current;
      }

      @Override
      public Mono<KeyWrappingKey> find(String id) {
        return found;
      }
    };
  }

  /** Breaks the contract of its interface: completes without an answer. */
  private final class Silent implements KeyWrappingKey {
    @Override
    public String id() {
      return local.id();
    }

    @Override
    public Mono<EdmBinary> wrap(SecretKey contentKey) {
      return Mono.empty();
    }

    @Override
    public Mono<SecretKey> unwrap(EdmBinary wrapped) {
      return Mono.empty();
    }
  }

  /** Waits for another publisher, which Reactor refuses on a thread that must not block. */
  private final class Waiting implements BlockingKeyWrappingKey {
    @Override
    public String id() {
      return local.id();
    }

    @Override
    public EdmBinary wrap(SecretKey contentKey) {
      return local.wrap(contentKey).hide().block();
    }

    @Override
    public SecretKey unwrap(EdmBinary wrapped) {
      return local.unwrap(wrapped).hide().block();
    }
  }
}

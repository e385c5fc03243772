package io.weir.pattern.encryption;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.weir.api.edm.EdmBinary;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.crypto.SecretKey;
import reactor.core.publisher.Mono;

/**
 * Has a root key wrap branch keys, and wraps content keys with the branch keys. Key vaults
 * recommend this hierarchy for many small keys.
 *
 * <p>Invariants: a branch key is drawn once and wraps until its lifetime ends. If several
 * subscribers need the same key at the same time, one asks the root and all get its answer. A
 * failure reaches these subscribers and is not remembered.
 *
 * <p>Any thread; computes on the subscriber's thread, or on the one on which the root answers.
 */
final class BranchingWrappingKey implements KeyWrappingKey {

  /** Most unwrapped branch keys that are remembered. */
  static final int MOST_OPENED = 1_000;

  private static final String ID_SUFFIX = "/branch";

  private final KeyWrappingKey root;
  private final ContentKeys keys;
  private final LongSupplier nanoClock;
  private final Cache<EdmBinary, Mono<AesKeyWrap>> opened;
  private final Mono<Branch> current;

  private BranchingWrappingKey(
      KeyWrappingKey root, ContentKeys keys, long lifetimeNanos, LongSupplier nanoClock) {
    this.root = root;
    this.keys = keys;
    this.nanoClock = nanoClock;
    this.opened = Caffeine.newBuilder()
        .maximumSize(MOST_OPENED)
        .expireAfterWrite(lifetimeNanos, TimeUnit.NANOSECONDS)
        .ticker(nanoClock::getAsLong)
        .executor(Runnable::run)
        .build();
    this.current = Mono.defer(this::grow)
        .cacheInvalidateIf(branch -> nanoClock.getAsLong() - branch.grownNanos() >= lifetimeNanos);
  }

  /** Seeds a generator, which may block. */
  static BranchingWrappingKey open(KeyWrappingKey root, Duration lifetime, LongSupplier nanoClock) {
    if (lifetime.isZero() || lifetime.isNegative()) {
      throw new IllegalArgumentException(
          "The lifetime of a branch key must be positive. lifetime=" + lifetime);
    }
    return new BranchingWrappingKey(
        root, ContentKeys.open(), TimeUnit.NANOSECONDS.convert(lifetime), nanoClock);
  }

  @Override
  public String id() {
    return root.id() + ID_SUFFIX;
  }

  @Override
  public Mono<EdmBinary> wrap(SecretKey contentKey) {
    return current.flatMap(branch -> Mono.fromCallable(
        () -> new BranchedKey(branch.wrapped(), branch.key().wrap(contentKey)).encode()));
  }

  @Override
  public Mono<SecretKey> unwrap(EdmBinary wrapped) {
    return Mono.fromCallable(() -> BranchedKey.decode(wrapped))
        .flatMap(branched -> opened
            .get(branched.branch(), this::openAtRoot)
            .flatMap(
                key -> Mono.fromCallable(() -> key.unwrap(branched.content().toByteArray()))));
  }

  /** Shows the id and hides the key. */
  @Override
  public String toString() {
    return "BranchingWrappingKey[" + id() + "]";
  }

  private Mono<Branch> grow() {
    var key = keys.next();
    return KeyAnswers.required(root, root.wrap(key))
        .map(wrapped -> new Branch(wrapped, new AesKeyWrap(key), nanoClock.getAsLong()))
        .doOnNext(branch -> opened.put(branch.wrapped(), Mono.just(branch.key())));
  }

  private Mono<AesKeyWrap> openAtRoot(EdmBinary branch) {
    return Mono.defer(() -> KeyAnswers.required(root, root.unwrap(branch)))
        .map(AesKeyWrap::new)
        .cacheInvalidateIf(key -> false);
  }

  /** A branch key, wrapped by the root and unwrapped, with the time when it was drawn. */
  private record Branch(EdmBinary wrapped, AesKeyWrap key, long grownNanos) {}
}

package io.weir.engine.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Expiry;
import org.jspecify.annotations.Nullable;

/**
 * A table's rule of expiry, compiled. Immutable; any thread.
 *
 * <p>An entity is expired when its moment is not after the present.
 */
public final class Expiration {

  private static final long NANOS_PER_TICK = 100;

  /** The name of the DateTime property in UTF-8; null for a rule by age. */
  private final byte @Nullable [] property;

  private final long ageTicks;

  private Expiration(byte @Nullable [] property, long ageTicks) {
    this.property = property;
    this.ageTicks = ageTicks;
  }

  /** Compiles a rule. A fraction of a tick is rounded up, so that no entity expires early. */
  public static Expiration of(Expiry expiry) {
    return expiry.dispatch(new Expiry.Handler<>() {
      @Override
      public Expiration atProperty(AtProperty rule) {
        return new Expiration(rule.property().getBytes(UTF_8), 0);
      }

      @Override
      public Expiration afterAge(AfterAge rule) {
        var age = rule.age();
        var ofSecond = (age.getNano() + NANOS_PER_TICK - 1) / NANOS_PER_TICK;
        return new Expiration(null, age.getSeconds() * EdmDateTime.TICKS_PER_SECOND + ofSecond);
      }
    });
  }

  /** Returns a check against a present, in ticks. */
  public ExpiryCheck at(long presentTicks) {
    return new ExpiryCheck(property, ageTicks, presentTicks);
  }
}

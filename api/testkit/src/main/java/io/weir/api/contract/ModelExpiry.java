package io.weir.api.contract;

import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Expiry;
import java.time.Instant;

/** Returns whether an entity has expired at an instant. */
record ModelExpiry(Entity entity, Instant now) implements Expiry.Handler<Boolean> {

  @Override
  public Boolean atProperty(AtProperty expiry) {
    return entity
        .getDateTime(expiry.property())
        .map(moment -> !moment.toInstant().isAfter(now))
        .orElse(false);
  }

  @Override
  public Boolean afterAge(AfterAge expiry) {
    return entity
        .timestamp()
        .map(moment -> !moment.toInstant().plus(expiry.age()).isAfter(now))
        .orElse(false);
  }
}

package io.weir.pattern.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says at which age since their last write the entities of a type expire.
 * {@link TypedTable#ensureExpiry} applies it to the table.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ExpiresAfter {

  /**
   * The age as an ISO 8601 duration, such as {@code P7D}: see {@link io.weir.api.entity.AfterAge}.
   */
  String age();
}

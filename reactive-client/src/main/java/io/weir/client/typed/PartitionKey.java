package io.weir.client.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value is the PartitionKey, or with others of this annotation a part of it, and no property of its own.
 *
 * <p>Alone, text stands as it is; what several parts look like, {@link io.weir.client.key.CompoundKey} says. It may be text (or what
 * Jackson writes as text, such as an enum), a whole number, a UUID or a moment, and is never null.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface PartitionKey {

  /** Place among the parts of this key; parts of one place stand as they are declared. */
  int order() default 0;

  /** For a whole number that is not negative: so many digits, 1 to 18, zeros in front. 0 for all numbers of either sign. */
  int digits() default 0;

  /** For a moment: whether the newest sorts first. */
  boolean newestFirst() default false;
}

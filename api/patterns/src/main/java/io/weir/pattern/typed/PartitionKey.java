package io.weir.pattern.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the PartitionKey or, on several properties, its parts. The value is not a property of the
 * entity.
 *
 * <p>A single text stands unchanged; {@link io.weir.pattern.key.CompoundKey} describes the form of
 * several parts. A part is text (or a type that Jackson writes as text, such as an enum), a whole
 * number, a UUID or a time, and is never null.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface PartitionKey {

  /**
   * The position among the parts of this key. Parts with the same position keep the order of their
   * declaration.
   */
  int order() default 0;

  /**
   * The number of digits for a non-negative whole number, 1 to 18, with leading zeros. 0 allows
   * numbers of either sign.
   */
  int digits() default 0;

  /** Sorts times with the newest first. */
  boolean newestFirst() default false;
}

package io.weir.client.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The value is the RowKey, or a part of it; otherwise as {@link PartitionKey}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface RowKey {

  /** Place among the parts of this key; parts of one place stand as they are declared. */
  int order() default 0;

  /** For a whole number that is not negative: so many digits, 1 to 18, zeros in front. 0 for all numbers of either sign. */
  int digits() default 0;

  /** For a moment: whether the newest sorts first. */
  boolean newestFirst() default false;
}

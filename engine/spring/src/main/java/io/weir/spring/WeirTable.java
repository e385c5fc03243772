package io.weir.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the table of a {@link WeirRepository}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface WeirTable {

  /** The name of the table: 3 to 63 letters and digits that begin with a letter. */
  String value();
}

package io.weir.spring;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/** Makes a bean of each {@link WeirRepository} that is annotated with {@link WeirTable}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(RepositoryRegistrar.class)
public @interface EnableWeirTables {

  /** The packages to search, with those below them. Default: the package of the annotated class. */
  String[] basePackages() default {};
}

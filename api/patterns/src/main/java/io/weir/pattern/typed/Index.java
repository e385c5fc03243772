package io.weir.pattern.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares an index of the table: see {@link io.weir.api.index.IndexDefinition}.
 * {@link TypedTable#ensureIndexes} creates it.
 *
 * <p>On a type it names its properties. On a property it is an index over this property alone,
 * which serves both directions. Properties are named as Jackson names them; {@link PropertyOrder}
 * maps the names to those in the entity.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@Repeatable(Index.Several.class)
public @interface Index {

  /** The name of the index, unique within the table. */
  String name();

  /**
   * The properties, the most significant one first, each perhaps followed by {@code desc}; none on
   * a property.
   */
  String[] properties() default {};

  /**
   * The filter that selects the entities to cover, with the names of the entity's properties; empty
   * for all entities.
   */
  String where() default "";

  /**
   * Whether two entities that the index covers must differ in the values. A service that does not
   * check this fails {@code ensureIndexes}.
   */
  boolean unique() default false;

  /**
   * Whether the index leaves out entities that lack a property. Such an index is smaller, and
   * serves only queries whose condition compares each of the properties. A unique index is sparse
   * without this.
   */
  boolean sparse() default false;

  /**
   * Whether a unique index covers entities that lack a property, too. Two missing values are equal
   * then. Any other index covers them.
   */
  boolean withMissing() default false;

  /** Several indexes on one type or property. The compiler adds it. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
  @interface Several {
    Index[] value();
  }
}

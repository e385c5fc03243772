package io.weir.pattern.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the version that was read: a {@link String} or an {@link io.weir.api.entity.ETag}, null if
 * the entity was never stored. Replace, merge and delete are carried out only while that version is
 * stored; if it is null, for any version.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface EntityVersion {}

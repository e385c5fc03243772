package io.weir.client.typed;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value is the version that was read: a {@link String} or an {@link io.weir.api.entity.ETag}, null while the entity was never
 * stored. A replace, a merge and a delete are carried out only while that version is stored; with null, whatever version is.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface ETag {}

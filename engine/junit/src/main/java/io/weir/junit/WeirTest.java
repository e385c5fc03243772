package io.weir.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a running service.
 *
 * <p>These types of parameters are resolved: {@link TestService}; {@link io.weir.client.WeirClient}
 * and {@link io.weir.api.TableService}; {@link io.weir.client.WeirQueues} and
 * {@link io.weir.api.queue.QueueService}. A nested class shares the service of its outer class,
 * unless it has the annotation itself.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(WeirExtension.class)
public @interface WeirTest {

  /**
   * Whether each test method has a new, empty service. By default the class has one, and tests tidy
   * up, or use tables of their own.
   */
  boolean fresh() default false;
}

package io.weir.spring;

import io.weir.api.TableService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.ReactiveHealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Adds the health to applications of Spring Boot 3 with the actuator, where it has other types than
 * in Spring Boot 4.
 */
@AutoConfiguration(after = WeirHealthAutoConfiguration.class)
@ConditionalOnClass(ReactiveHealthIndicator.class)
@ConditionalOnBean(TableService.class)
public class WeirBoot3HealthAutoConfiguration {

  /**
   * Returns the indicator: up if the service lists one table within three seconds, and each
   * listener receives.
   */
  @Bean
  @ConditionalOnMissingBean(name = "weirHealthIndicator")
  ReactiveHealthIndicator weirHealthIndicator(
      TableService tables, ObjectProvider<WeirListeners> listeners) {
    var health = new ServiceHealth(tables, listeners);
    return () -> health
        .failure()
        .map(failure -> Health.down(failure).build())
        .defaultIfEmpty(Health.up().build());
  }
}

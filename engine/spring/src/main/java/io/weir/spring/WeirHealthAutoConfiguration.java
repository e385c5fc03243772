package io.weir.spring;

import io.weir.api.TableService;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the health to applications of Spring Boot 4 with the actuator. */
@AutoConfiguration(after = WeirAutoConfiguration.class)
@ConditionalOnClass(ReactiveHealthIndicator.class)
@ConditionalOnBean(TableService.class)
public class WeirHealthAutoConfiguration {

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

package io.weir.spring.birds;

import io.weir.spring.EnableWeirTables;
import org.springframework.context.annotation.Configuration;

/** An application of its own package. */
@EnableWeirTables
@Configuration(proxyBeanMethods = false)
public class BirdsConfiguration {}

package io.weir.spring.web;

import io.weir.spring.birds.BirdsConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** A WebFlux application with a repository and a controller, as its users write it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({BirdsConfiguration.class, BirdsController.class})
class BirdsApplication {}

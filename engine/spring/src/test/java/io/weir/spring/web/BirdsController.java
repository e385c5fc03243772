package io.weir.spring.web;

import io.weir.spring.birds.Bird;
import io.weir.spring.birds.Birds;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Serves birds, and counts what it reads for the test. */
@RestController
class BirdsController {

  final AtomicInteger read = new AtomicInteger();

  private final Birds birds;

  BirdsController(Birds birds) {
    this.birds = birds;
  }

  @GetMapping(path = "/birds", produces = MediaType.APPLICATION_NDJSON_VALUE)
  Flux<Bird> all() {
    return birds.findAll().doOnNext(bird -> read.incrementAndGet());
  }

  @GetMapping("/birds/{name}")
  Flux<Bird> named(@PathVariable("name") String name) {
    return birds.named(name);
  }

  @PostMapping("/birds")
  Mono<Bird> save(@RequestBody Bird bird) {
    return birds.save(bird);
  }
}

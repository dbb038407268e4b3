"""The workshop: demo cabinet, emulators, benchmarks, simulator. A live cabinet does not install it."""

"""The pieces of the training pipeline: front end, teachers, student, corpus, Core ML writer and reader."""
